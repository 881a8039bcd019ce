import { type Me, me as meShape } from '#access/api/session.ts'
import { partnerAbilities } from '#access/domain/abilities.ts'
import { startedPages } from '#access/domain/pages-in-use.ts'
import { administrator } from '../../demo/content.ts'
import { sampleOf } from './sample-of.ts'

/** The portal uses everything. */
const nobody = { ...sampleOf(meShape), inUse: [...startedPages] }

/** An administrator, who reads English. */
export const staff: Me = { ...nobody, ...administrator, role: 'admin', staffRole: 'administrator', contractSigned: true }

/** The owner of a partner with a signed contract, who reads French. */
export const partner: Me = {
  ...nobody,
  id: '01890000-0000-7000-8000-000000000002',
  email: 'camille.lefevre@exemple.fr',
  fullName: 'Camille Lefèvre',
  company: 'Lefèvre Conseil',
  role: 'partner',
  contractSigned: true,
  partner: { id: '01890000-0000-7000-8000-000000000003', role: 'owner', abilities: [...partnerAbilities], hasTeam: false },
}
