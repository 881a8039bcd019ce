-- Work that staff can mend keeps why it was not made as facts, which each reader has words for; `error` keeps the code of the refusal.
alter table failed_jobs add column cause jsonb;

-- What the portal noted in the place of a mail server's words, where there was none.
update setup_checklist set mail_error = 'no_mail_server'
  where mail_error like 'No mail server is set: mail is only written to files in the data directory, and reaches nobody.%';
