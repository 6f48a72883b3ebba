-- Finds the notices of a sender, so that a repeated one is stored once, and those whose sender is to be forgotten.
create index reports_legal_sender on reports (lower(email), id) where is_legal and email <> '';
