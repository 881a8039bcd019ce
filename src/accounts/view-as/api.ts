import { personParams } from '#access/api/person-shapes.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { idParams } from '#platform/api/shapes.ts'

/** Looking at the portal as one of the partners, without changing anything. */
export const viewRoutes = {
  startView: route('POST', '/partners/:id/view', {
    summary:
      'Look at the portal as this partner’s main person for an hour: this session reads what they read, and changes nothing',
    description:
      'It is recorded. While it lasts, every change is refused with 403 `viewing_as_partner`, and what belongs to the account ' +
      '(password, second factor, sessions, full IBAN, signing, signed links) is not shown.',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'repeatable',
    params: idParams,
    refusals: ['partner_not_active'],
  }),
  viewPerson: route('POST', '/partners/:id/team/:personId/view', {
    summary: 'The same as one of the partner’s people: this session reads what their role shows them',
    who: 'admin',
    right: 'partners',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'repeatable',
    params: personParams,
    refusals: ['not_found', 'partner_not_active'],
  }),
  endView: route('DELETE', '/session/view', {
    summary: 'Go on as oneself; does nothing without a view',
    who: 'member',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'repeatable',
    duringView: 'allowed',
  }),
}

export const viewEvents = {
  'partner.view_started': event<null, { readonly until: string }>('person', { changesAccessOf: 'actorAndCompany' }),
  'partner.view_ended': event<null, { readonly since: string }>('person', { changesAccessOf: 'actorAndCompany' }),
}
