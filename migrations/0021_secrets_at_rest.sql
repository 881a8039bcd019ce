-- What opens something is not stored: sessions are found by the hash of their token, kept answers are encrypted under the
-- portal's secret, and the subject of a mail holds no code.

-- Challenges of a second factor live for minutes: those under way begin anew.
delete from auth.verifications;
update auth.sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');

-- Answers of before were kept as they were sent. Their requests' hashes stay, so that none of them is done a second time.
alter table idempotency_keys alter column response type text using null;

update mails set subject = regexp_replace(subject, '^\d{6} est votre', 'Votre')
  where kind = 'signing_code';
