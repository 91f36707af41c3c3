-- Who of the team recorded a message for a customer. No row has one yet: nothing to validate.
alter table messages add column recorded_by uuid;
alter table messages add foreign key (vendor_id, recorded_by) references users not valid;
