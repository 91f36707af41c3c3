-- What was sent with the key, as a keyed hash: another request with the same key is refused. Null in rows of versions before.
alter table idempotency_keys add column request text;
