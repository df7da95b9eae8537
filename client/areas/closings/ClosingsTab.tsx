import { IconLock } from '@tabler/icons-react';
import { listClosings } from '../../../contract/closings.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { usePages } from '../../shared/queries.ts';
import { CardList } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ClosingCard } from './ClosingCard.tsx';
import { NextMonth } from './NextMonth.tsx';

/** Closed months with both names, and the next one for those who prepare it. */
export default function ClosingsTab() {
  const mayWrite = can(useActor(), 'book.write');
  const list = usePages('cash-book', listClosings, {}, { limit: 24 });
  return (
    <>
      {mayWrite && <NextMonth isFirst={list.rows?.length === 0} />}
      <CardList
        list={list}
        className="ui-stack"
        label="Bulan yang sudah ditutup"
        wide
        skeleton={<Skeleton height="10rem" />}
        empty={
          <EmptyState
            title="Belum ada bulan yang ditutup."
            message="Bulan yang sudah ditutup tampil di sini dengan nama yang menyusun dan yang menyetujuinya."
            icon={IconLock}
          />
        }
        render={(closing) => <ClosingCard closing={closing} mayAmend={mayWrite} />}
      />
    </>
  );
}
