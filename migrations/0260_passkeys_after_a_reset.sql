-- Whoever chooses a new password by mail removes the passkeys that they do not know, with it.
grant delete on auth.passkeys to passerelle_system;
