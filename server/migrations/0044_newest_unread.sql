-- The bell lists the newest unread notifications first: without their order in the index it would join and sort all unread ones of a user.
create index notifications_newest_unread on notifications (vendor_id, user_id, id) where date_read is null;
