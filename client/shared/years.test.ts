import { expect, test } from 'vitest';
import { filterYears } from '../../contract/payments.ts';
import { yearsBackFrom } from './years.ts';

test('offers the specified years, and earlier ones once the oldest is chosen', () => {
  const offered = filterYears(2026);
  expect(yearsBackFrom(offered, 2026)).toEqual([2023, 2024, 2025, 2026, 2027]);
  expect(yearsBackFrom(offered, 2023)).toEqual([2020, 2021, 2022, ...offered]);
  expect(yearsBackFrom(offered, 2020)).toEqual([2017, 2018, 2019, 2020, 2021, 2022, ...offered]);
  expect(yearsBackFrom(offered, 2021), 'the chosen one is always among them').toContain(2021);
});
