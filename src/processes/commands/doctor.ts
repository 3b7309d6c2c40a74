import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError } from '../command.ts';
import { JSON_OPTION, print, printRow } from '../output.ts';

export const doctorCommands: Command[] = [
  {
    words: 'doctor',
    usage: '[--json]',
    summary: 'check the installation, with advice for each fault',
    help: [
      'Settings, files, disk, mail, the database and its settings, clocks, keys, workers, queues and feeds.',
      'It changes nothing. The exit code is 1 when there is a fault; a notice is no fault.',
    ],
    options: JSON_OPTION,
    async run(given) {
      const [{ examine }, { openStorage }, { createLog }] = await Promise.all([
        import('../doctor/doctor.ts'),
        import('../storage.ts'),
        import('../logger.ts'),
      ]);
      const log = createLog({ ...given.settings, LOG_LEVEL: 'silent' });
      const storage = await openStorage(given.settings, { log, applicationName: 'gable doctor' });
      try {
        const parts = { settings: given.settings, connection: storage.connection, clock: systemClock, log };
        const results = await examine(parts);
        for (const result of results) {
          const { check, state, fault, advice } = result;
          printRow(given, result, fault === undefined ? [state, check] : [state, check, fault, advice]);
        }
        const faults = results.filter(({ state }) => state === 'fault').length;
        if (faults > 0) throw new CommandError(faults === 1 ? '1 fault' : `${faults} faults`);
        if (given.options['json'] !== true) print('no fault found');
      } finally {
        await storage.close();
      }
    },
  },
];
