import { Type } from 'typebox';
import { addFavorite, findFavorite, listFavorites, removeFavorite } from '../../favorites/favorites.ts';
import { validationProblem } from '../../service/problem.ts';
import { plainResource } from '../resource.ts';
import { create, type Route, readOne, readPage, remove } from '../route.ts';

const propertyId = Type.String({ format: 'uuid', description: 'The property that is kept.' });

const favoriteProperty = plainResource(
  'FavoriteProperty',
  '/favorite-properties/{id}',
  Type.Object(
    { id: Type.String({ format: 'uuid' }), propertyId },
    { additionalProperties: false, description: 'A property that the account keeps at hand.' },
  ),
);

const tag = 'Favorites';

export const favoritePropertyRoutes: Route[] = [
  readPage({
    path: '/favorite-properties',
    operationId: 'listFavoriteProperties',
    tag,
    summary: 'List favorites',
    routeType: 'account',
    resource: favoriteProperty,
    query: Type.Object({
      propertyId: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'Only the favorite of this property: one row, or none when it is not kept.',
        }),
      ),
    }),
    list: ({ db, accountId, query }) => listFavorites(db, accountId, query),
  }),
  create({
    path: '/favorite-properties',
    operationId: 'createFavoriteProperty',
    tag,
    summary: 'Add favorite',
    description:
      'A property that is a favorite already is answered with the existing favorite and status 200.',
    routeType: 'account',
    changesAlerts: true,
    resource: favoriteProperty,
    body: Type.Object({ propertyId }, { additionalProperties: false }),
    async make({ db, clock, accountId, body }) {
      const added = await addFavorite(db, clock, accountId, body.propertyId);
      if (added.outcome === 'no-property') {
        throw validationProblem('propertyId', 'There is no property with this id.', 'unknown_property');
      }
      return { flat: added.favorite, created: added.outcome === 'added' };
    },
  }),
  readOne({
    path: '/favorite-properties/{id}',
    operationId: 'getFavoriteProperty',
    tag,
    summary: 'Get favorite',
    description: 'Where the Location header of a creation and the self links lead.',
    routeType: 'account',
    resource: favoriteProperty,
    find: ({ db, accountId, params }) => findFavorite(db, accountId, params['id'] ?? ''),
  }),
  remove({
    path: '/favorite-properties/{id}',
    operationId: 'deleteFavoriteProperty',
    tag,
    summary: 'Remove favorite',
    routeType: 'account',
    changesAlerts: true,
    drop: ({ db, accountId, params }) => removeFavorite(db, accountId, params['id'] ?? ''),
  }),
];
