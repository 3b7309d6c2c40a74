-- A market with too few prices for a model is no failure: it has a status of its own, with the reason.
alter table valuation_model drop constraint valuation_model_status_check;
alter table valuation_model add constraint valuation_model_status_check
  check (status in ('DUE', 'FITTING', 'FITTED', 'FAILED', 'TOO_FEW_PRICES'));
