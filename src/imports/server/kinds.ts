import type { KindsOfImport } from './kind-of-import.ts'
import { leadImport } from './lead-commands.ts'
import { partnerImport } from './partner-commands.ts'
import { paymentImport } from './payment-commands.ts'

export const kinds: KindsOfImport = { leads: leadImport, partners: partnerImport, client_payments: paymentImport }
