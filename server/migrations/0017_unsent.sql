-- What was announced and not sent: each upload that is asked for looks at how much of it there is (server/files/usage.ts).
create index files_unsent on files (vendor_id, uploader_id, upload_date) where date_stored is null and scan is null;
