-- The public market: every order of its pages is an index, so that the thousandth page costs what the first does.

create index listings_by_ending on listings (environment, tld, id) where status = 'listed';
create index listings_by_price on listings (environment, price_cents, id) where status = 'listed';
create index listings_by_ending_and_price on listings (environment, tld, price_cents, id) where status = 'listed';
