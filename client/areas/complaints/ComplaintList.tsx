import { type ReactNode, useState } from 'react';
import type { Complaint } from '../../../contract/complaints.ts';
import { CardList } from '../../ui/CardList.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { PagedList } from '../../ui/use-growing-window.ts';
import { type CardProps, ComplaintCard } from './ComplaintCard.tsx';
import { photoItems } from './photo.ts';

interface Props extends Pick<CardProps, 'by' | 'actions'> {
  label: string;
  list: PagedList<Complaint>;
  empty: ReactNode;
}

export function ComplaintList({ by, actions, ...props }: Props) {
  const [photo, setPhoto] = useState<string | number | null>(null);
  const { list } = props;
  return (
    <>
      <CardList
        {...props}
        className="ui-stack"
        skeleton={<Skeleton height="7.5rem" />}
        render={(complaint) => (
          <ComplaintCard complaint={complaint} by={by} actions={actions} onShowPhoto={setPhoto} />
        )}
      />
      <ImageViewer items={photoItems(list.rows ?? [])} current={photo} onCurrent={setPhoto} list={list} />
    </>
  );
}
