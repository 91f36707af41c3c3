-- Who of the team recorded a customer's message. No row has one yet, so there is nothing to validate.
alter table messages add column recorded_by uuid;
alter table messages add foreign key (vendor_id, recorded_by) references users not valid;
