/** Line drawings on a grid of 24, one stroke each. */
const drawings = {
  explore: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4.5 4.5',
  alerts: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 21h4',
  destinations: 'M4 12h11M11 7l5 5-5 5M20 5v14',
  deliveries: 'M4 6h16v12H4zM4 7l8 6 8-6',
  bin: 'M4 13l2-8h12l2 8v6H4zM4 13h5l1.500 2.500h3L15 13h5',
  market: 'M4 19h16M7 15v-4M12 15V6M17 15V9',
  keys: 'M14 10a4 4 0 1 0-3 3l7 7h2.5v-3H18v-2.5z',
  usage: 'M4 18l5-6 4 3 7-9',
  docs: 'M6 3h9l4 4v14H6zM9 11h7M9 15h7',
  sessions: 'M4 5h16v11H4zM9 20h6M12 16v4',
  feeds: 'M5 19a1 1 0 1 0 .01 0M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
  groups: 'M8 8a3 3 0 1 0 .01 0M16 8a3 3 0 1 0 .01 0M3 20c0-3 2-5 5-5s5 2 5 5M16 15c3 0 5 2 5 5',
  health: 'M3 12h4l2-6 4 12 3-8 1 2h4',
  sun: 'M12 8a4 4 0 1 0 .01 0M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  map: 'M9 4 3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14',
  list: 'M4 6h16M4 12h16M4 18h16',
  heart: 'M12 20C6 16 3 12.5 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3.500-3 7-9 11z',
  plus: 'M12 5v14M5 12h14',
  again: 'M19 12a7 7 0 1 1-2-5M17 3v4h-4',
  check: 'M5 13l4 4L19 7',
  filter: 'M4 6h16M7 12h10M10 18h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  area: 'M5 8l8-4 7 7-4 8-9-1z',
  circle: 'M12 4a8 8 0 1 0 .01 0M12 11.500v1',
  compare: 'M4 5h6v14H4zM14 5h6v14h-6z',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
} as const;

export type IconName = keyof typeof drawings;

export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path
      d={drawings[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);

export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="7" fill="#0f6b5f" />
    <path
      d="M6 17 16 8l10 9"
      fill="none"
      stroke="#fff"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <path
      d="M10 17v7h12v-7"
      fill="none"
      stroke="#9fe0d3"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
