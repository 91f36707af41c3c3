-- Customers read by when to expect an answer from the targets (record 0053). The hours are not made into
-- targets: they were usual ones of the clock, a target is a latest one of the working hours.
alter table vendors drop column answer_hours;
