-- A message of a customer that a member of the team recorded. No row has one yet: nothing to validate.
alter table messages add column recorded_by uuid;
alter table messages add foreign key (vendor_id, recorded_by) references users not valid;
