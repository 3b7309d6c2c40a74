import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const energy = (rating: string) => ({ 'unit.diagnostic.scores.ENERGY_CONSUMPTION.rating': rating });
const carbon = (rating: string) => ({ 'unit.diagnostic.scores.CARBON_EMISSIONS.rating': rating });

test('ratings of the energy diagnostic are read', () => {
  assertReadings(
    ['unit.diagnostic'],
    { propertyType: 'FLAT' },
    {
      'DPE : D - GES : B': { ...energy('D'), ...carbon('B') },
      'DPE D, GES C.': { ...energy('D'), ...carbon('C') },
      'Classe énergie : E. Classe climat : B.': { ...energy('E'), ...carbon('B') },
      'DPE/GES : C/A': { ...energy('C'), ...carbon('A') },
      'DPE: D (180 kWh/m²/an), GES: B (9 kgCO2/m²/an)': {
        ...energy('D'),
        ...carbon('B'),
      },
      'Étiquette énergie F': energy('F'),
      'D.P.E. : C': energy('C'),
      'Performance énergétique classe B': energy('B'),
    },
  );
});

test('a pending, planned or former diagnostic gives no rating', () => {
  assertReadings(
    ['unit.diagnostic'],
    { propertyType: 'FLAT' },
    {
      'DPE à venir.': {},
      'DPE A VENIR': {},
      'DPE en cours.': {},
      'DPE vierge.': {},
      'DPE E (ancien), nouveau DPE D': energy('D'),
      'DPE F avant travaux, DPE C après travaux.': {},
      'DPE projeté : B': {},
      'DPE c’est fait.': {},
      'Énergie d’avenir, géothermie.': {},
      'Classe énergie D. DPE : E.': {},
      'DPE non soumis.': {},
      'Plan B, bâtiment C, allée D.': {},
    },
  );
});
