import {
  dateIn,
  formatMonth,
  monthIn,
  monthIndex,
  monthName,
  monthOf,
  type Period,
} from '../../../contract/format.ts';
import { getLpj, longestReport } from '../../../contract/lpj.ts';
import { hasBegun } from '../../../contract/reports.ts';
import type { Context } from '../../context.ts';
import { invalidFields } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { writeReport } from './write-report.ts';

export function routes(context: Context) {
  const { clock, config } = context;
  return [
    route(getLpj, async ({ scope, query: { dari, sampai } }) => {
      const { timeZone } = config;
      refuseSpan(dari, sampai, monthIn(timeZone, clock()));
      const options = { today: dateIn(timeZone, clock()), timeZone };
      const data = await writeReport(context, scope, { dari, sampai }, options);
      return { title: titleOf(dari, sampai), data };
    }),
  ];
}

function refuseSpan(dari: string, sampai: string, thisMonth: Period): void {
  if (!hasBegun(monthOf(dari), thisMonth)) throw invalidFields({ dari: 'Bulan itu belum mulai' });
  const months = monthIndex(monthOf(sampai)) - monthIndex(monthOf(dari)) + 1;
  if (months >= 1 && months <= longestReport) return;
  throw invalidFields({
    sampai:
      months < 1
        ? 'Bulan terakhir tidak boleh sebelum bulan pertama'
        : `Laporan maksimal ${longestReport} bulan`,
  });
}

/** `LPJ Juni 2026` or `LPJ Jan 2026 - Jun 2026`, short enough for the name of a sheet. */
function titleOf(dari: string, sampai: string): string {
  if (dari === sampai) return `LPJ ${formatMonth(monthOf(dari))}`;
  const [first, last] = [dari, sampai].map((month) => {
    const { tahun, bulan } = monthOf(month);
    return `${monthName(bulan).slice(0, 3)} ${tahun}`;
  });
  return `LPJ ${first} - ${last}`;
}
