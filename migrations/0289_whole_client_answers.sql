-- A message holds what a client wrote and all that they answered: it was cut where both were long.
alter table client_confirmations drop constraint client_confirmations_texts,
  add constraint client_confirmations_texts check (length(message) <= 150000 and length(answer_name) <= 100
    and length(name_left) <= 200 and length(phone_left) <= 100);
