import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import type { ScreenProps } from '../parts/screen.tsx';
import type { shellWords } from '../words/shell.ts';
import { lazyScreen } from './lazy.tsx';
import { type ScreenName, screenPatterns } from './screen-paths.ts';

type Title = keyof (typeof shellWords)['en'];

/** A screen in the navigation. */
export interface NavigationEntry {
  readonly path: string;
  readonly title: Title;
  readonly icon: IconName;
}

export const navigation: readonly {
  title: Title;
  operator?: boolean;
  entries: readonly NavigationEntry[];
}[] = [
  {
    title: 'find',
    entries: [
      { path: '/start', title: 'start', icon: 'check' },
      { path: '/explore', title: 'explore', icon: 'explore' },
      { path: '/kept', title: 'kept', icon: 'heart' },
      { path: '/compare', title: 'compare', icon: 'compare' },
      { path: '/market', title: 'market', icon: 'market' },
      { path: '/accuracy', title: 'accuracy', icon: 'check' },
    ],
  },
  {
    title: 'follow',
    entries: [
      { path: '/alerts', title: 'alerts', icon: 'alerts' },
      { path: '/destinations', title: 'destinations', icon: 'destinations' },
      { path: '/deliveries', title: 'deliveries', icon: 'deliveries' },
      { path: '/request-bin', title: 'requestBin', icon: 'bin' },
    ],
  },
  {
    title: 'account',
    entries: [
      { path: '/keys', title: 'keys', icon: 'keys' },
      { path: '/usage', title: 'usage', icon: 'usage' },
      { path: '/people', title: 'people', icon: 'groups' },
      { path: '/audit-log', title: 'auditLog', icon: 'list' },
      { path: '/sessions', title: 'sessions', icon: 'sessions' },
      { path: '/docs', title: 'docs', icon: 'docs' },
    ],
  },
  {
    title: 'operator',
    operator: true,
    entries: [
      { path: '/operator/feeds', title: 'feeds', icon: 'feeds' },
      { path: '/operator/groups', title: 'groups', icon: 'groups' },
      { path: '/operator/health', title: 'health', icon: 'health' },
    ],
  },
];

const screens: Readonly<Record<ScreenName, ComponentType<ScreenProps>>> = {
  start: lazyScreen(async () => (await import('../screens/start.tsx')).StartScreen),
  explore: lazyScreen(async () => (await import('../screens/explore.tsx')).ExploreScreen),
  property: lazyScreen(async () => (await import('../screens/property.tsx')).PropertyScreen),
  kept: lazyScreen(async () => (await import('../screens/kept-homes.tsx')).KeptHomesScreen),
  compare: lazyScreen(async () => (await import('../screens/compare.tsx')).CompareScreen),
  alerts: lazyScreen(async () => (await import('../screens/alerts.tsx')).AlertsScreen),
  alertsEdit: lazyScreen(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  alertsNew: lazyScreen(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  alert: lazyScreen(async () => (await import('../screens/alert.tsx')).AlertScreen),
  destinations: lazyScreen(async () => (await import('../screens/destinations.tsx')).DestinationsScreen),
  deliveries: lazyScreen(async () => (await import('../screens/deliveries.tsx')).DeliveriesScreen),
  delivery: lazyScreen(async () => (await import('../screens/delivery.tsx')).DeliveryScreen),
  requestBin: lazyScreen(async () => (await import('../screens/request-bin.tsx')).RequestBinScreen),
  keys: lazyScreen(async () => (await import('../screens/keys.tsx')).KeysScreen),
  device: lazyScreen(async () => (await import('../screens/device.tsx')).DeviceScreen),
  usage: lazyScreen(async () => (await import('../screens/usage.tsx')).UsageScreen),
  accuracy: lazyScreen(async () => (await import('../screens/accuracy.tsx')).AccuracyScreen),
  people: lazyScreen(async () => (await import('../screens/people.tsx')).PeopleScreen),
  invitation: lazyScreen(async () => (await import('../screens/invitation.tsx')).InvitationScreen),
  auditLog: lazyScreen(async () => (await import('../screens/audit-log.tsx')).AuditLogScreen),
  signedIn: lazyScreen(async () => (await import('../screens/signed-in.tsx')).SignedInScreen),
  sessions: lazyScreen(async () => (await import('../screens/sessions.tsx')).SessionsScreen),
  market: lazyScreen(async () => (await import('../screens/market.tsx')).MarketScreen),
  docs: lazyScreen(async () => (await import('../screens/docs.tsx')).DocsScreen),
  feeds: lazyScreen(async () => (await import('../screens/feeds.tsx')).FeedsScreen),
  groups: lazyScreen(async () => (await import('../screens/groups.tsx')).GroupsScreen),
  health: lazyScreen(async () => (await import('../screens/health.tsx')).HealthScreen),
};

/** The screen of a path: the first route that matches. */
export const screenRoutes: readonly { pattern: RegExp; screen: ComponentType<ScreenProps> }[] =
  Object.entries(screenPatterns).map(([name, pattern]) => ({ pattern, screen: screens[name as ScreenName] }));
