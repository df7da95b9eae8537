import { type ReactNode, useState } from 'react';
import type { Complaint } from '../../../contract/complaints.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useGrowingWindow } from '../../ui/use-growing-window.ts';
import { type CardProps, ComplaintCard } from './ComplaintCard.tsx';
import css from './ComplaintList.module.css';
import { photoItems } from './photo.ts';

interface Props extends Pick<CardProps, 'by' | 'actions'> {
  label: string;
  complaints: readonly Complaint[] | undefined;
  error: Error | null;
  onRetry(): void;
  hasMore?: boolean;
  loadingMore?: boolean;
  onLoadMore?(): void;
  empty: ReactNode;
}

export function ComplaintList(props: Props) {
  const { label, complaints, error, onRetry, empty, by, actions } = props;
  const [photo, setPhoto] = useState<string | number | null>(null);
  const { shown, end } = useGrowingWindow(complaints ?? [], props);

  if (!complaints && error) {
    return (
      <Card>
        <ErrorState message={error.message} onRetry={onRetry} />
      </Card>
    );
  }
  if (!complaints) return <Loading />;
  return (
    <>
      {complaints.length === 0 && <Card>{empty}</Card>}
      <ul className={css.list} aria-label={label}>
        {shown.map((complaint) => (
          <li key={complaint.id}>
            <ComplaintCard complaint={complaint} by={by} actions={actions} onShowPhoto={setPhoto} />
          </li>
        ))}
      </ul>
      {end.more && (
        <div className={css.more}>
          <ListEnd {...end} />
        </div>
      )}
      <ImageViewer
        items={photoItems(complaints)}
        current={photo}
        onCurrent={setPhoto}
        onClose={() => setPhoto(null)}
        onNearEnd={props.hasMore ? props.onLoadMore : undefined}
      />
    </>
  );
}

function Loading() {
  return (
    <div className={css.list} aria-busy>
      {[1, 2, 3].map((key) => (
        <Card key={key} className={css.loading}>
          <Skeleton width="60%" height="1.25em" />
          <Skeleton width="40%" />
          <Skeleton height="4rem" />
        </Card>
      ))}
    </div>
  );
}
