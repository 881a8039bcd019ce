-- What a client says is mailed as news are: at once, with the daily mail, or not.

alter table notification_choices
  drop constraint notification_choices_news_at_once,
  drop constraint notification_choices_news_digest,
  drop constraint notification_choices_news_off,
  add constraint notification_choices_news_at_once check (news_at_once <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'lead_client', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_digest check (news_digest <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'lead_client', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_off check (news_off <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'lead_client', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']);
