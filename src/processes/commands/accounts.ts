import {
  type Account,
  createAccount,
  createApiKey,
  findAccount,
  listAccounts,
  listApiKeys,
  revokeApiKey,
} from '../../accounts/accounts.ts';
import { addCredits, disableCredits, findCredits } from '../../accounts/credits.ts';
import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const MAX_NAME_CHARS = 200;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function findAccountByName(db: OpenDatabase, name: string): Promise<Account> {
  const account = await findAccount(db, name);
  if (account === undefined) {
    throw new CommandError(
      `there is no account called "${name}"; create it with: gable account create "${name}"`,
    );
  }
  return account;
}

function accountOption({ options }: CommandInput): string {
  const name = options['account'];
  if (typeof name !== 'string') throw usageError('--account NAME is missing: whose key is it?');
  return name;
}

function validateName(name: string, what: string): string {
  const plain = name.trim();
  if (plain === '' || plain.length > MAX_NAME_CHARS || /\p{Cc}/u.test(plain)) {
    throw usageError(
      `the name of ${what} must hold 1 to ${MAX_NAME_CHARS} characters, none of them a control character`,
    );
  }
  return plain;
}

export const accountCommands: Command[] = [
  {
    words: 'account create',
    usage: 'NAME',
    summary: 'create an account',
    help: ['Prints the id of the account. Names are unique.'],
    positionals: ['NAME'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const name = validateName(given.positionals[0] ?? '', 'an account');
        const account = await createAccount(db, systemClock, name);
        if (account === undefined) throw new CommandError(`an account called "${name}" exists already`);
        print(account.accountId);
      }),
  },
  {
    words: 'account list',
    usage: '',
    summary: 'list the accounts',
    help: ['One line each: id, time of creation, name.'],
    run: ({ settings }) =>
      withDatabase(settings, async (db) => {
        for await (const account of listAccounts(db)) {
          print([account.accountId, account.createdAt.toISOString(), account.name].join('\t'));
        }
      }),
  },
  {
    words: 'account credits',
    usage: 'NAME [--add COUNT] [--stop]',
    summary: 'show, give or take credits of an account',
    help: [
      'Prints the credits the account has left; "not billed in credits" when it is not.',
      '--add gives it credits (a negative count takes some) and bills it in credits from then on; --stop ends that.',
    ],
    options: { add: { type: 'string' }, stop: { type: 'boolean' } },
    positionals: ['NAME'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const { accountId } = await findAccountByName(db, given.positionals[0] ?? '');
        const { add, stop } = given.options;
        if (typeof add === 'string') {
          if (!/^-?\d{1,12}$/.test(add)) throw usageError('--add takes a whole number');
          await addCredits(db, accountId, Number(add));
        }
        if (stop === true) await disableCredits(db, accountId);
        print(String((await findCredits(db, accountId)) ?? 'not billed in credits'));
      }),
  },
  {
    words: 'key create',
    usage: '--account NAME [--name NAME] [--operator]',
    summary: 'create an API key, printed once',
    help: [
      'Prints the key alone on standard output, so that a script can take it. It cannot be shown again.',
    ],
    options: { account: { type: 'string' }, name: { type: 'string' }, operator: { type: 'boolean' } },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const account = await findAccountByName(db, accountOption(given));
        const name = validateName(String(given.options['name'] ?? 'command line'), 'a key');
        const { key } = await createApiKey(db, systemClock, {
          accountId: account.accountId,
          name,
          operator: given.options['operator'] === true,
        });
        print(key);
      }),
  },
  {
    words: 'key list',
    usage: '--account NAME',
    summary: "list an account's keys",
    help: ['One line each: id, last four characters, time of creation, last use, state, name.'],
    options: { account: { type: 'string' } },
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const account = await findAccountByName(db, accountOption(given));
        for (const key of await listApiKeys(db, account.accountId)) {
          const used = key.lastUsedAt?.toISOString() ?? 'never used';
          const state = key.revokedAt === null ? 'live' : 'revoked';
          print(
            [key.apiKeyId, `…${key.hint}`, key.createdAt.toISOString(), used, state, key.name].join('\t'),
          );
        }
      }),
  },
  {
    words: 'key revoke',
    usage: 'KEY --account NAME',
    summary: 'revoke an API key',
    help: [
      'KEY is the id of the key, or its name when only one live key of the account bears it.',
      'Running processes refuse the key within a second. Revoking twice changes nothing.',
    ],
    options: { account: { type: 'string' } },
    positionals: ['KEY'],
    run: (given) =>
      withDatabase(given.settings, async (db) => {
        const account = await findAccountByName(db, accountOption(given));
        const named = given.positionals[0] ?? '';
        const revocation = await revokeApiKey(db, systemClock, account, named);
        if (revocation.outcome === 'unknown')
          throw new CommandError(`"${account.name}" has no key "${named}"`);
        if (revocation.outcome === 'ambiguous') {
          throw new CommandError(
            `"${account.name}" has several keys called "${named}"; give the id (gable key list)`,
          );
        }
        print(`revoked ${revocation.key.apiKeyId} (${revocation.key.name})`);
      }),
  },
];
