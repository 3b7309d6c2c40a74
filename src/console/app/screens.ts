import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.tsx';
import type { ScreenProps } from '../parts/screen.tsx';
import type { shellWords } from '../words/shell.ts';
import { lazily } from './lazy.tsx';

type Title = keyof (typeof shellWords)['en'];

/** A screen in the navigation. */
export interface Entry {
  readonly path: string;
  readonly title: Title;
  readonly icon: IconName;
}

export const navigation: readonly { title: Title; operator?: boolean; entries: readonly Entry[] }[] = [
  {
    title: 'find',
    entries: [
      { path: '/explore', title: 'explore', icon: 'explore' },
      { path: '/market', title: 'market', icon: 'market' },
    ],
  },
  {
    title: 'follow',
    entries: [
      { path: '/alerts', title: 'alerts', icon: 'alerts' },
      { path: '/destinations', title: 'destinations', icon: 'destinations' },
      { path: '/deliveries', title: 'deliveries', icon: 'deliveries' },
    ],
  },
  {
    title: 'account',
    entries: [
      { path: '/keys', title: 'keys', icon: 'keys' },
      { path: '/usage', title: 'usage', icon: 'usage' },
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

interface Way {
  readonly pattern: RegExp;
  readonly screen: ComponentType<ScreenProps>;
}

/** Which screen an address shows; the first that fits. */
export const ways: readonly Way[] = [
  {
    pattern: /^\/(?:explore)?$/,
    screen: lazily(async () => (await import('../screens/explore.tsx')).Explore),
  },
  {
    pattern: /^\/properties\/([^/]+)$/,
    screen: lazily(async () => (await import('../screens/property.tsx')).PropertyScreen),
  },
  { pattern: /^\/alerts$/, screen: lazily(async () => (await import('../screens/alerts.tsx')).Alerts) },
  {
    pattern: /^\/alerts\/([^/]+)\/edit$/,
    screen: lazily(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  },
  {
    pattern: /^\/alerts\/(new)$/,
    screen: lazily(async () => (await import('../screens/alert-builder.tsx')).AlertBuilder),
  },
  {
    pattern: /^\/alerts\/([^/]+)$/,
    screen: lazily(async () => (await import('../screens/alert.tsx')).AlertScreen),
  },
  {
    pattern: /^\/destinations$/,
    screen: lazily(async () => (await import('../screens/destinations.tsx')).Destinations),
  },
  {
    pattern: /^\/deliveries$/,
    screen: lazily(async () => (await import('../screens/deliveries.tsx')).Deliveries),
  },
  {
    pattern: /^\/deliveries\/([^/]+)$/,
    screen: lazily(async () => (await import('../screens/delivery.tsx')).DeliveryScreen),
  },
  { pattern: /^\/keys$/, screen: lazily(async () => (await import('../screens/keys.tsx')).Keys) },
  { pattern: /^\/device$/, screen: lazily(async () => (await import('../screens/device.tsx')).Device) },
  { pattern: /^\/usage$/, screen: lazily(async () => (await import('../screens/usage.tsx')).Usage) },
  { pattern: /^\/sessions$/, screen: lazily(async () => (await import('../screens/sessions.tsx')).Sessions) },
  { pattern: /^\/market$/, screen: lazily(async () => (await import('../screens/market.tsx')).Market) },
  { pattern: /^\/docs$/, screen: lazily(async () => (await import('../screens/docs.tsx')).Docs) },
  {
    pattern: /^\/operator\/feeds$/,
    screen: lazily(async () => (await import('../screens/feeds.tsx')).Feeds),
  },
  {
    pattern: /^\/operator\/groups$/,
    screen: lazily(async () => (await import('../screens/groups.tsx')).Groups),
  },
  {
    pattern: /^\/operator\/health$/,
    screen: lazily(async () => (await import('../screens/health.tsx')).Health),
  },
];
