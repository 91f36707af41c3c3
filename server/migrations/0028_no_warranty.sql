-- A company's machine may have no warranty.
alter table company_machines alter column date_of_warranty_end drop not null;
