-- The vendor's own people are few among its users.
create index users_of_team on users (vendor_id, date_created desc, id desc) where role in ('staff', 'admin');
