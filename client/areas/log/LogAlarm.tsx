import { IconCopy, IconPrinter, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatHead } from '../../../contract/checkpoint.ts';
import { formatCount, formatDateTime } from '../../../contract/format.ts';
import { checkpointOf, type Restored } from '../../../contract/witness.ts';
import { logAlarm } from '../../shared/log-alarm.ts';
import { sessionToken } from '../../shared/session.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { type Dispute, readKeptLog } from './kept-log.ts';
import css from './LogAlarm.module.css';
import { trustServer } from './witness.ts';

const explanations: Record<Dispute['kind'], string> = {
  rewritten:
    'Server sekarang menunjukkan log yang bukan kelanjutan dari catatan itu. Riwayat telah ditulis ulang, atau Anda diberi log yang berbeda dari orang lain.',
  unsigned: 'Server sekarang menunjukkan log yang tidak ditandatangani dengan kunci yang sama.',
  other:
    'Server sekarang memakai log lain, dan tidak dapat menunjukkan bagaimana log itu menyambung dengan catatan Anda.',
};

/** That of the estate is not known without a session. */
const deviceTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The whole screen, with and without a session, until the log fits again or the person follows the other one. */
export default function LogAlarm() {
  const [dispute, setDispute] = useState<Dispute | null>(null);
  useEffect(() => {
    void readKeptLog().then((kept) => (kept?.dispute ? setDispute(kept.dispute) : logAlarm.clear()));
  }, []);
  if (!dispute) return null;
  const { kept, server, restored } = dispute;
  return (
    <main className={css.page}>
      {restored ? <RestoredWords {...restored} /> : <AlarmWords kind={dispute.kind} />}
      <div className="ui-halves">
        <Note title="Catatan di HP atau komputer ini" when={kept.dilihat} text={kept.catatan} />
        <Note title="Catatan dari server" when={server.dilihat} text={server.catatan} />
      </div>
      <section>
        <h2>Yang perlu dilakukan</h2>
        <ol className={css.steps}>{restored ? afterRestore : afterAlarm}</ol>
      </section>
      <Actions dispute={dispute} />
    </main>
  );
}

function AlarmWords({ kind }: Pick<Dispute, 'kind'>) {
  return (
    <>
      <h1 className={css.title}>Log perumahan bertentangan dengan catatan di HP atau komputer ini</h1>
      <Notice tone="danger">
        HP atau komputer ini menyimpan catatan log yang pernah ditandatangani server. {explanations[kind]}
      </Notice>
    </>
  );
}

function RestoredWords({ tanggal, hilang }: Restored) {
  return (
    <>
      <h1 className={css.title}>Data perumahan dipulihkan dari cadangan</h1>
      <Notice tone="info">
        Pada {formatDateTime(tanggal, deviceTimeZone)} pengurus memulihkan data, dan log baru dibuka. Log baru
        mengakui log lama yang tersimpan di HP atau komputer ini.{' '}
        {hilang === null
          ? 'Berapa catatan yang hilang tidak diketahui.'
          : `${formatCount(hilang)} catatan sesudah cadangan itu hilang.`}
      </Notice>
    </>
  );
}

const afterRestore = (
  <>
    <li>Periksa apakah pembayaran terakhir Anda masih tercatat.</li>
    <li>Simpan kedua catatan bila ada yang hilang, dan tanyakan kepada pengurus atau pengawas.</li>
  </>
);

const afterAlarm = (
  <>
    <li>Jangan dulu memercayai angka di aplikasi, dan jangan menghapus data aplikasi ini.</li>
    <li>Salin atau cetak kedua catatan.</li>
    <li>
      Tunjukkan kepada pengawas dan beberapa tetangga. Minta mereka membandingkan dengan catatan di HP mereka,
      di grup warga, dan di LPJ yang tercetak.
    </li>
    <li>Periksa sendiri kedua catatan dan file log di halaman pemeriksa.</li>
  </>
);

function Note({ title, when, text }: { title: string; when: string; text: string }) {
  const checkpoint = checkpointOf(text);
  return (
    <Section title={title}>
      <p className="ui-muted">
        Dilihat {formatDateTime(when, deviceTimeZone)}
        {checkpoint && ` · ${formatCount(checkpoint.size)} catatan`}
      </p>
      {checkpoint && <p className={css.text}>{formatHead(checkpoint.root)}</p>}
      <pre className={css.text}>{text || '(tidak ada)'}</pre>
    </Section>
  );
}

const bothNotes = ({ kept, server }: Dispute) =>
  `Catatan di HP atau komputer ini, dilihat ${kept.dilihat}:\n\n${kept.catatan}\nCatatan dari server, dilihat ${server.dilihat}:\n\n${server.catatan}`;

function Actions({ dispute }: { dispute: Dispute }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    const done = await navigator.clipboard.writeText(bothNotes(dispute)).then(
      () => true,
      () => false,
    );
    setCopied(done);
  };
  return (
    <div className="ui-screen ui-parts">
      <ActionRow>
        <Button look={dispute.restored ? 'plain' : 'primary'} icon={IconCopy} onClick={() => void copy()}>
          Salin kedua catatan
        </Button>
        <Button icon={IconPrinter} onClick={() => window.print()}>
          Cetak
        </Button>
        <LinkButton href="/cek" icon={IconShieldCheck} label="Buka halaman pemeriksa" newTab>
          Halaman pemeriksa
        </LinkButton>
        {dispute.restored ? (
          <Button look="accent" onClick={() => void trustServer()}>
            Mengerti, ikuti log baru
          </Button>
        ) : (
          <Button look="quiet" onClick={logAlarm.close}>
            Lanjut ke aplikasi
          </Button>
        )}
      </ActionRow>
      <p role="status">
        {copied === true && 'Kedua catatan tersalin.'}
        {copied === false && 'Tidak dapat disalin di sini. Cetak, atau ambil tangkapan layar.'}
      </p>
      {sessionToken() && !dispute.restored && <TrustServer />}
    </div>
  );
}

function TrustServer() {
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (!isAsking)
    return (
      <Button look="quiet" onClick={() => setAsking(true)}>
        Sudah dijelaskan pengawas?
      </Button>
    );
  return (
    <Notice
      tone="warning"
      action={
        <Button look="danger" onClick={() => void trustServer().catch(() => setFailed(true))}>
          Ya, percayai log dari server
        </Button>
      }
    >
      HP atau komputer ini akan mengikuti log dari server mulai sekarang. Kedua catatan tetap tersimpan di
      sini.
      {hasFailed && ' Server belum dapat dihubungi; coba lagi nanti.'}
    </Notice>
  );
}
