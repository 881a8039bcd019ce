#!/bin/sh
# At the first start of the database: a login for the portal that is no superuser, as docs/operating/servers.md describes.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$PORTAL_DATABASE_PASSWORD" <<'SQL'
create role portal login createrole password :'password';
create database portal owner portal;
SQL
