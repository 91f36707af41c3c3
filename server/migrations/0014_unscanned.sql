-- The files that nothing has been found out about: the hourly look for them (server/files/scans.ts) must not read all that a vendor has.
create index files_unscanned on files (vendor_id, id) where date_stored is not null and (scan is null or scan in ('waiting', 'oversize'));
