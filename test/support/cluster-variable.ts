/** The coordinator of a Citus cluster, for tests of deliveries: their tables are distributed by account. */
export const CLUSTER_VARIABLE = 'GABLE_TEST_CLUSTER';
