import { findAccount } from '../../accounts/accounts.ts';
import type { OpenDatabase } from '../../db/pool.ts';
import {
  type DestinationRow,
  listDestinations,
  reactivateDestination,
} from '../../delivery/destinations/destinations.ts';
import { reencryptSigningKeys, rotateSigningKey } from '../../delivery/keys/signing-keys.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { addMasterKey, openKeyring } from '../master-keys.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const options = { account: { type: 'string' } } as const;

async function requireAccount(db: OpenDatabase, { options: given }: CommandInput): Promise<string> {
  const name = given['account'];
  if (typeof name !== 'string') throw usageError('--account NAME is missing');
  const account = await findAccount(db, name);
  if (account === undefined) throw new CommandError(`there is no account called "${name}"`);
  return account.accountId;
}

async function* allDestinations(db: OpenDatabase, accountId: string): AsyncGenerator<DestinationRow> {
  for (let page = 1; ; page++) {
    const { rows } = await listDestinations(db, accountId, page);
    if (rows.length === 0) return;
    yield* rows;
  }
}

const REPLAY_REFUSALS = {
  'active-already': 'it is active already',
  unknown: 'there is no such destination in this account',
  unconfirmed: 'its owner has not confirmed the address',
  unsubscribed: 'its owner asked for no more mails',
};

export const deliveryCommands: Command[] = [
  {
    words: 'destination list',
    usage: '--account NAME',
    summary: "list an account's destinations",
    help: ['One line each: id, state, failures in a row, default or not, address.'],
    options,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        for await (const one of allDestinations(db, await requireAccount(db, given))) {
          const role = one.isDefault ? 'default' : '-';
          print([one.id, one.status, one.failures, role, one.url ?? one.email].join('\t'));
        }
      }),
  },
  {
    words: 'destination reactivate',
    usage: 'ID --account NAME',
    summary: 'serve a suspended destination again, without waiting for its next probe',
    help: ['What was held for it is replayed, slowly at first.'],
    options,
    positionals: ['ID'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const id = given.positionals[0] ?? '';
        if (!/^[0-9a-f-]{36}$/i.test(id)) throw usageError('ID is what gable destination list shows first');
        const outcome = await reactivateDestination(db, systemClock, await requireAccount(db, given), id);
        if (outcome !== 'reactivated') throw new CommandError(`not reactivated: ${REPLAY_REFUSALS[outcome]}`);
        print(`reactivated ${id}`);
      }),
  },
  {
    words: 'signing-key rotate',
    usage: '--account NAME',
    summary: "replace an account's webhook signing key, printed once",
    help: ['From then on every webhook is signed with the new key, retries and replays included.'],
    options,
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const keyring = await openKeyring(given.settings);
        const accountId = await requireAccount(db, given);
        print((await rotateSigningKey(db, keyring, accountId, systemClock.now())).key);
      }),
  },
  {
    words: 'master-key renew',
    usage: '',
    summary: 'seal every signing key with a new master key',
    help: [
      'With the embedded database a new key is put at the head of DATA_DIR/master-keys; restart running processes afterwards.',
      'With MASTER_KEYS: add the new key as the last one and restart all, move it to the front and restart all, run this, then drop the old one.',
    ],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const keyring = await addMasterKey(given.settings);
        const count = await reencryptSigningKeys(db, keyring);
        print(`${count} signing keys sealed with master key ${keyring.version}`);
      }),
  },
];
