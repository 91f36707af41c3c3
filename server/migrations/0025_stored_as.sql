-- Each upload stores its bytes under a uuid of its own, and the row names that of the first complete one. Null: under the file's id, as before.
alter table files add stored_as uuid;
-- The sweep of the storage and a restore find the row of a stored file with it.
create unique index files_storage_id on files (vendor_id, coalesce(stored_as, id));
