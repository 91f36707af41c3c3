-- Several links to set a new password are valid at once, each until its hour is over or one of them is used: a request by a stranger does not end
-- the link that the user is about to use. Of invitations the newest one is the only one, as before.
alter table activations drop constraint activations_pkey, add primary key (vendor_id, id);
create unique index activations_one_invitation on activations (vendor_id, user_id) where purpose = 'invitation';
create index activations_of_user on activations (vendor_id, user_id);
