import type { PageRoute } from '../api/page.ts';
import { PICTURES_PATH } from '../demo/pictures/photo-url.ts';
import { renderPicture } from '../demo/pictures/render-picture.ts';
import { Problem } from '../service/problem.ts';

/** The demo pictures. Public and not rate-limited, because a page of results shows dozens. */
export const servePicture: PageRoute = {
  path: `${PICTURES_PATH}/{name}`,
  access: 'probe',
  summary: 'A drawn photo of the demo world',
  type: 'image/svg+xml',
  statuses: [200],
  problems: ['not-found'],
  show({ name = '' }) {
    const body = renderPicture(name);
    if (body === undefined) throw new Problem('not-found', 'There is no such picture.');
    return {
      type: 'image/svg+xml',
      headers: {
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'cross-origin',
      },
      body,
    };
  },
};
