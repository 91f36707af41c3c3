#!/bin/sh
# Creates the secrets of the compose files in ./secrets, once: random passwords, and the connection URLs that contain them.
# The folder is closed to other users of this machine (700); the files are readable (644), because containers run as various users.
set -eu
cd "$(dirname "$0")/.."
if [ -e secrets ]; then
  echo 'The folder secrets already exists and is left as it is.' >&2
  exit 1
fi
mkdir -m 700 secrets
cd secrets
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
write() { printf '%s\n' "$2" >"$1"; }

owner=$(random) pool=$(random) bucket=$(random)
write postgres-password "$(random)"
write owner-password "$owner"
write database-url "postgresql://tezgah:$owner@postgres:5432/tezgah"
write token-secret "$(random)$(random)"
# for compose.scaled.yaml
write pool-url "postgresql://tezgah_pool:$pool@pgbouncer:6432/tezgah"
write pgbouncer-users "\"tezgah_pool\" \"$pool\""
write bucket.env "ROOT_ACCESS_KEY_ID=tezgah
ROOT_SECRET_ACCESS_KEY=$bucket"
write storage-url "s3://tezgah:$bucket@files?endpoint=http://bucket:7070&region=us-east-1"
chmod 644 ./*
