/** The coordinator of a Citus cluster, for tests of deliveries and of regions: tables are distributed by account, regions on workers. */
export const CLUSTER_VARIABLE = 'GABLE_TEST_CLUSTER';
