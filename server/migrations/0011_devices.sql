-- Who signs in for the first time is not told that it is from a new device.
alter table users add column date_signed_in timestamptz;
