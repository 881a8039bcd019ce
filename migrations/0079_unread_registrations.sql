-- What becomes of a lead's registration is unread for the other side, as a move is.
drop trigger mark_unread on events;
create trigger mark_unread after insert on events for each row
  when (new.name in ('lead.created', 'lead.moved', 'lead.commented', 'lead.handed_over', 'registration.accepted',
    'registration.refused', 'registration.merged', 'registration.resubmitted', 'registration.appealed',
    'registration.extension_asked', 'registration.extension_granted', 'registration.extension_refused', 'registration.expired'))
  execute function app.mark_unread();
