#!/bin/sh
# Makes what the compose files hand over as secrets, once, in ./secrets: passwords that nobody needs to know, and the addresses they are in.
# Nobody else on this machine may enter the folder; in a container each file is read by whoever it is handed to.
set -eu
cd "$(dirname "$0")/.."
if [ -e secrets ]; then
  echo 'There is a folder secrets already: it stays as it is.' >&2
  exit 1
fi
mkdir -m 700 secrets
cd secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
put() { printf '%s\n' "$2" >"$1"; }

owner=$(random) pool=$(random) bucket=$(random)
put postgres-password "$(random)"
put owner-password "$owner"
put database-url "postgresql://tezgah:$owner@postgres:5432/tezgah"
put token-secret "$(random)$(random)"
# of compose.scaled.yaml
put pool-url "postgresql://tezgah_pool:$pool@pgbouncer:6432/tezgah"
put pgbouncer-users "\"tezgah_pool\" \"$pool\""
put bucket.env "ROOT_ACCESS_KEY_ID=tezgah
ROOT_SECRET_ACCESS_KEY=$bucket"
put storage-url "s3://tezgah:$bucket@files?endpoint=http://bucket:7070&region=us-east-1"
chmod 644 ./*
