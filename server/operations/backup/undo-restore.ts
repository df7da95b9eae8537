/** Exchanges live and previous data again. */
import { formatCount, formatRupiah } from '../../../contract/format.ts';
import type { KeptErasure } from '../../areas/erasure/kept-erasures.ts';
import { repeatErasures } from '../../areas/erasure/repeat-erasures.ts';
import { continueFormerLog, type LogState } from '../../areas/log/fork-log.ts';
import type { Config } from '../../config.ts';
import { type Location, withDatabase } from '../../database/open.ts';
import { databaseSlots } from '../../database/slots.ts';
import { writeTo } from '../estate.ts';
import { whileLocked } from '../in-use.ts';
import { refuseExchangeOfMoved } from '../move/move.ts';
import { announceLoss } from './announce-loss.ts';
import { knownErasures } from './known-erasures.ts';
import { countBookedSinceExchange } from './queries.ts';
import { readLog } from './read-log.ts';

const undone = 'Pemulihan data dibatalkan. Yang dicatat sejak pemulihan itu tidak ada lagi.';

class NothingToUndo extends Error {}

/** Entries of the book that going back would lose. */
class NewMoney extends Error {
  constructor({ banyak, jumlah }: LostMoney) {
    super(
      `${formatCount(banyak)} entries of money (${formatRupiah(jumlah)} in all) were booked since the restore and would be lost. Add --lose-new-money to go back nevertheless.`,
    );
  }
}

interface LostMoney {
  banyak: number;
  /** Rupiah, without signs. */
  jumlah: number;
}

/**
 * The log of the previous data names the one that is given up before both are exchanged: whenever this process dies,
 * what is live is whole.
 * @param loseNewMoney gives up what was booked since the restore; an audit row says how much
 * @throws NothingToUndo, InUse, MovedAway, NewMoney; nothing has changed then
 */
export async function undoRestore(
  config: Config,
  { loseNewMoney = false }: { loseNewMoney?: boolean } = {},
): Promise<void> {
  await whileLocked(config, 'alone', async () => {
    await refuseExchangeOfMoved(config);
    const slots = databaseSlots(config);
    if (!(await slots.hasPrevious())) throw new NothingToUndo('There are no previous data to go back to.');
    const money = await readNewMoney(config);
    if (money.banyak > 0 && !loseNewMoney) throw new NewMoney(money);
    const replaced = await readLog(config);
    const erasures = await knownErasures(config);
    if (replaced && (await readLog(slots.previous)))
      await continueLog(slots.previous, config, { replaced, money, erasures });
    await slots.swapWithPrevious();
  });
}

/** What was booked since the live data came to be live by a restore or its undoing. */
async function readNewMoney(config: Config): Promise<LostMoney> {
  const none = { banyak: 0, jumlah: 0 }; // an older schema, with which nothing was booked since
  return await withDatabase(config, ({ read }) => countBookedSinceExchange(read).catch(() => none));
}

async function continueLog(
  location: Location,
  config: Config,
  { replaced, money, erasures }: { replaced: LogState; money: LostMoney; erasures: readonly KeptErasure[] },
): Promise<void> {
  await withDatabase(location, async (database) => {
    await writeTo(database)('system', async (tx) => {
      const lost = await continueFormerLog(tx, config, replaced);
      if (lost) await announceLoss(tx, undone);
      if (money.banyak > 0)
        await tx.audit('estate.undone', 'estate', null, {
          sesudah: { banyak: money.banyak, jumlah: money.jumlah },
        });
      await repeatErasures(tx, erasures);
    });
  });
}
