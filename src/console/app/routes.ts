import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import type { ScreenProps } from '../parts/screen.tsx';
import type { shellWords } from '../words/shell.ts';
import { lazyScreen } from './lazy.tsx';

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

interface ScreenRoute {
  readonly pattern: RegExp;
  readonly screen: ComponentType<ScreenProps>;
}

/** The screen of a path: the first route that matches. */
export const screenRoutes: readonly ScreenRoute[] = [
  {
    pattern: /^\/(?:start)?$/,
    screen: lazyScreen(async () => (await import('../screens/start.tsx')).StartScreen),
  },
  {
    pattern: /^\/explore$/,
    screen: lazyScreen(async () => (await import('../screens/explore.tsx')).ExploreScreen),
  },
  {
    pattern: /^\/properties\/([^/]+)$/,
    screen: lazyScreen(async () => (await import('../screens/property.tsx')).PropertyScreen),
  },
  {
    pattern: /^\/kept$/,
    screen: lazyScreen(async () => (await import('../screens/kept-homes.tsx')).KeptHomesScreen),
  },
  {
    pattern: /^\/compare$/,
    screen: lazyScreen(async () => (await import('../screens/compare.tsx')).CompareScreen),
  },
  {
    pattern: /^\/alerts$/,
    screen: lazyScreen(async () => (await import('../screens/alerts.tsx')).AlertsScreen),
  },
  {
    pattern: /^\/alerts\/([^/]+)\/edit$/,
    screen: lazyScreen(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  },
  {
    pattern: /^\/alerts\/(new)$/,
    screen: lazyScreen(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  },
  {
    pattern: /^\/alerts\/([^/]+)$/,
    screen: lazyScreen(async () => (await import('../screens/alert.tsx')).AlertScreen),
  },
  {
    pattern: /^\/destinations$/,
    screen: lazyScreen(async () => (await import('../screens/destinations.tsx')).DestinationsScreen),
  },
  {
    pattern: /^\/deliveries$/,
    screen: lazyScreen(async () => (await import('../screens/deliveries.tsx')).DeliveriesScreen),
  },
  {
    pattern: /^\/deliveries\/([^/]+)$/,
    screen: lazyScreen(async () => (await import('../screens/delivery.tsx')).DeliveryScreen),
  },
  {
    pattern: /^\/request-bin(?:\/[^/]+)?$/,
    screen: lazyScreen(async () => (await import('../screens/request-bin.tsx')).RequestBinScreen),
  },
  { pattern: /^\/keys$/, screen: lazyScreen(async () => (await import('../screens/keys.tsx')).KeysScreen) },
  {
    pattern: /^\/device$/,
    screen: lazyScreen(async () => (await import('../screens/device.tsx')).DeviceScreen),
  },
  {
    pattern: /^\/usage$/,
    screen: lazyScreen(async () => (await import('../screens/usage.tsx')).UsageScreen),
  },
  {
    pattern: /^\/accuracy$/,
    screen: lazyScreen(async () => (await import('../screens/accuracy.tsx')).AccuracyScreen),
  },
  {
    pattern: /^\/people$/,
    screen: lazyScreen(async () => (await import('../screens/people.tsx')).PeopleScreen),
  },
  {
    pattern: /^\/invitation$/,
    screen: lazyScreen(async () => (await import('../screens/invitation.tsx')).InvitationScreen),
  },
  {
    pattern: /^\/audit-log$/,
    screen: lazyScreen(async () => (await import('../screens/audit-log.tsx')).AuditLogScreen),
  },
  {
    pattern: /^\/signed-in$/,
    screen: lazyScreen(async () => (await import('../screens/signed-in.tsx')).SignedInScreen),
  },
  {
    pattern: /^\/sessions$/,
    screen: lazyScreen(async () => (await import('../screens/sessions.tsx')).SessionsScreen),
  },
  {
    pattern: /^\/market$/,
    screen: lazyScreen(async () => (await import('../screens/market.tsx')).MarketScreen),
  },
  { pattern: /^\/docs$/, screen: lazyScreen(async () => (await import('../screens/docs.tsx')).DocsScreen) },
  {
    pattern: /^\/operator\/feeds$/,
    screen: lazyScreen(async () => (await import('../screens/feeds.tsx')).FeedsScreen),
  },
  {
    pattern: /^\/operator\/groups$/,
    screen: lazyScreen(async () => (await import('../screens/groups.tsx')).GroupsScreen),
  },
  {
    pattern: /^\/operator\/health$/,
    screen: lazyScreen(async () => (await import('../screens/health.tsx')).HealthScreen),
  },
];
