import { test } from 'node:test';
import { assertReadings } from '../../../test/support/text-readings.ts';

const energy = (rating: string) => ({ 'unit.diagnostic.scores.ENERGY_CONSUMPTION.rating': rating });
const carbon = (rating: string) => ({ 'unit.diagnostic.scores.CARBON_EMISSIONS.rating': rating });
const kwh = (value: number) => ({ 'unit.diagnostic.scores.ENERGY_CONSUMPTION.value': value });
const kg = (value: number) => ({ 'unit.diagnostic.scores.CARBON_EMISSIONS.value': value });

test('ratings and values of the energy diagnostic are read', () => {
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
        ...kwh(180),
        ...carbon('B'),
        ...kg(9),
      },
      'Consommation énergétique : 231 kWhEP/m2.an': kwh(231),
      'Émissions de 45 kg éqCO2/m².an.': kg(45),
      'Étiquette énergie F': energy('F'),
      'D.P.E. : C': energy('C'),
      'Performance énergétique classe B': energy('B'),
      'Numéro ADEME 2375E1234567A.': { 'unit.diagnostic.reference': '2375E1234567A' },
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
