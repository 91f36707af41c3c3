#!/bin/sh
# The PostgreSQL image runs this once, as superuser: it creates the portal's database and its owner, which is no superuser.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/owner-password)" <<'SQL'
create role tezgah login createrole password :'password';
create database tezgah owner tezgah;
SQL
