import { IconMessageCheck, IconMessageCircle } from '@tabler/icons-react';
import { memo, type ReactNode, useId, useState } from 'react';
import { type Complaint, categoryLabels } from '../../../contract/complaints.ts';
import { formatCount, formatDate } from '../../../contract/format.ts';
import { canOn } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { thumbnailAddress } from '../../shared/uploads.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { LongText } from '../../ui/LongText.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import css from './ComplaintCard.module.css';
import { answerKey, photoKey } from './photo.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { Thread } from './Thread.tsx';
import { topicOf } from './topic.ts';

export interface CardProps {
  complaint: Complaint;
  /**
   * Shown where complaints of several residents are listed. Must be referentially stable, like `actions`, in
   * lists that grow.
   */
  by?: ((complaint: Complaint) => string) | undefined;
  actions: (complaint: Complaint) => ReactNode;
  onShowPhoto(key: string): void;
}

export const ComplaintCard = memo(function ComplaintCard(props: CardProps) {
  const { complaint, by, actions, onShowPhoto } = props;
  const { timeZone } = useEstate();
  const { judul, kategori, deskripsi, foto, jawaban, foto_jawaban: answerPhoto } = complaint;
  return (
    <Card className="ui-parts">
      <header className={cx('ui-ends', css.head)}>
        <h2 className={css.title}>{judul}</h2>
        <StatusBadge status={complaint.status} />
        <p className={cx('ui-detail', css.facts)}>
          {by && <strong>{by(complaint)} · </strong>}
          {categoryLabels[kategori]} ·{' '}
          <time className="ui-tabular" dateTime={complaint.tanggal_aduan}>
            {formatDate(complaint.tanggal_aduan, timeZone, 'short')}
          </time>
        </p>
      </header>
      <div className={css.words}>
        {foto && (
          <Photo
            file={foto}
            label={`Lihat foto ${topicOf(complaint)}`}
            onOpen={() => onShowPhoto(photoKey(complaint))}
          />
        )}
        <LongText of={topicOf(complaint)}>{deskripsi}</LongText>
      </div>
      {(jawaban || answerPhoto) && (
        <div className={css.answer}>
          <p className={css.answered}>
            <IconMessageCheck size={18} stroke={1.9} aria-hidden />
            Dijawab oleh {complaint.nama_admin ?? 'pengurus'}
          </p>
          <div className={css.words}>
            {answerPhoto && (
              <Photo
                file={answerPhoto}
                label={`Lihat foto jawaban ${topicOf(complaint)}`}
                onOpen={() => onShowPhoto(answerKey(complaint))}
              />
            )}
            {jawaban && <LongText of={`jawaban, ${topicOf(complaint)}`}>{jawaban}</LongText>}
          </div>
        </div>
      )}
      <Foot complaint={complaint}>{actions(complaint)}</Foot>
    </Card>
  );
});

function Photo({ file, ...rest }: { file: string; label: string; onOpen(): void }) {
  return (
    <div className={css.photo}>
      <Thumbnail size="fill" src={thumbnailAddress(file)} {...rest} />
    </div>
  );
}

/** Shows the buttons and the comment thread. An empty thread has no button for users who may only read. */
function Foot({ complaint, children }: { complaint: Complaint; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const threadId = useId();
  const { total_komentar: total } = complaint;
  const mayComment = canOn(useActor(), 'complaints.comment', complaint);
  const words = total > 0 ? `${formatCount(total)} komentar` : 'Komentari';
  return (
    <>
      <footer className={cx('ui-row', css.actions)}>
        {(total > 0 || mayComment) && (
          <Button
            look="quiet"
            icon={IconMessageCircle}
            onClick={() => setOpen(!open)}
            aria-label={`${words}, ${topicOf(complaint)}`}
            aria-expanded={open}
            aria-controls={threadId}
          >
            {words}
          </Button>
        )}
        {children}
      </footer>
      <div id={threadId} className={css.thread}>
        {open && <Thread complaint={complaint} />}
      </div>
    </>
  );
}
