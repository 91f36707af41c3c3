#!/bin/sh
# Run once by the image of PostgreSQL, as its superuser: the portal's database, and its owner, who is none.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/owner-password)" <<'SQL'
create role tezgah login createrole password :'password';
create database tezgah owner tezgah;
SQL
