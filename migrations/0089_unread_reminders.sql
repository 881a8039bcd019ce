-- The end of a protection that is near, and a registration that stays accepted after a conflict, are unread as well. What a client
-- says (lead.introduced, lead.client_answered) is named here too, so that the order of the migrations does not matter.
drop trigger mark_unread on events;
create trigger mark_unread after insert on events for each row
  when (new.name in ('lead.created', 'lead.moved', 'lead.commented', 'lead.handed_over', 'lead.introduced',
    'lead.client_answered', 'registration.accepted', 'registration.confirmed', 'registration.refused', 'registration.merged',
    'registration.resubmitted', 'registration.appealed', 'registration.extension_asked', 'registration.extension_granted',
    'registration.extension_refused', 'registration.reminded', 'registration.expired'))
  execute function app.mark_unread();
