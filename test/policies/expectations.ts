import { accountingTables } from './accounting-tables.ts'
import { announcementTables } from './announcement-tables.ts'
import { apiKeyTables } from './api-key-tables.ts'
import { appointmentTables } from './appointment-tables.ts'
import { businessTables } from './business-tables.ts'
import type { Catalogue } from './catalogue.ts'
import { commissionFunctions } from './commission-tables.ts'
import { documentTables } from './document-tables.ts'
import { emailChangeTables } from './email-change-tables.ts'
import { erasureFunctions, erasureTables, restrictionFunctions } from './erasure-tables.ts'
import { fieldFunctions, fieldTables, staffFieldTables } from './field-tables.ts'
import { functions } from './functions.ts'
import { identityProviderFunctions, identityProviderTables } from './identity-provider-tables.ts'
import { importFunctions, importTables } from './import-tables.ts'
import { infrastructureTables } from './infrastructure-tables.ts'
import { introductionFunctions, introductionTables } from './introduction-tables.ts'
import { journalTables } from './journal-tables.ts'
import { keptSums } from './kept-sums.ts'
import { leadFileFunctions, leadFileTables } from './lead-file-tables.ts'
import { newsFunctions, newsTables } from './news-tables.ts'
import { noticeFunctions, noticeTables } from './notice-tables.ts'
import { offerFunctions, offerTables } from './offer-tables.ts'
import { partnerNoteTables } from './partner-note-tables.ts'
import { partnerRoleFunctions, withPartnerRoles } from './partner-roles.ts'
import { peopleRequestFunctions, peopleRequestTables } from './people-request-tables.ts'
import { peopleTables } from './people-tables.ts'
import { resourceTables } from './resource-tables.ts'
import { ruleFunctions, ruleTables, signingTables } from './rule-tables.ts'
import { shareFunctions, shareTables } from './share-tables.ts'
import { staffRightTables } from './staff-rights.ts'
import { stageFunctions, stageTables } from './stage-tables.ts'
import { webhookTables } from './webhook-tables.ts'
import { withheld } from './withheld.ts'

/**
 * Who is to reach which row, and facts of every trigger and function. Rows are inserted in this order, so a table follows those
 * it references.
 */
export const catalogue: Catalogue = {
  tables: withPartnerRoles({
    ...staffRightTables,
    ...peopleTables,
    ...identityProviderTables,
    ...partnerNoteTables,
    ...emailChangeTables,
    ...appointmentTables,
    ...documentTables,
    ...resourceTables,
    ...offerTables,
    ...stageTables,
    ...fieldTables,
    ...ruleTables,
    ...businessTables,
    ...leadFileTables,
    ...shareTables,
    ...signingTables,
    ...staffFieldTables,
    ...introductionTables,
    ...noticeTables,
    ...peopleRequestTables,
    ...accountingTables,
    ...keptSums,
    ...infrastructureTables,
    ...apiKeyTables,
    ...webhookTables,
    ...journalTables,
    ...newsTables,
    ...announcementTables,
    ...importTables,
    ...erasureTables,
  }),
  functions: {
    ...functions,
    ...identityProviderFunctions,
    ...importFunctions,
    ...offerFunctions,
    ...stageFunctions,
    ...commissionFunctions,
    ...restrictionFunctions,
    ...shareFunctions,
    ...fieldFunctions,
    ...ruleFunctions,
    ...leadFileFunctions,
    ...newsFunctions,
    ...introductionFunctions,
    ...noticeFunctions,
    ...peopleRequestFunctions,
    ...partnerRoleFunctions,
    ...erasureFunctions,
  },
  withheld,
}
