/** A temporary S3 server that verifies signatures: Ceph's gateway. Starts in about 15 seconds. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from './port.ts';

export const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-base'];
export const s3Keys = { S3_ACCESS_KEY: 'GUYUBTEST', S3_SECRET_KEY: 'rahasia-guyub-test' };
export const s3Bucket = 'guyub-test';

export interface TestS3 {
  endpoint: string;
  stop(): Promise<void>;
}

/** Runs a daemon until it or its standard input ends, which happens whenever the test process dies. */
const guard = 'exec 3<&0; "$@" & own=$!; { cat <&3 >/dev/null; kill -TERM $own; } 2>/dev/null & wait $own';

export async function startS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'guyub-s3-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  const daemon = (program: string, ...args: string[]) => {
    const order = [program, '-c', join(folder, 'ceph.conf'), '-f', ...args];
    const child = spawn('sh', ['-c', guard, program, ...order], {
      detached: true, // must not receive Ctrl-C of the terminal
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = once(child, 'exit');
    ends.push(() => {
      child.stdin.end();
      return ended;
    });
  };
  try {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await startCluster(folder, daemon, endpoint);
    daemon('radosgw', '-n', 'client.rgw');
    while (!(await fetch(endpoint).catch(() => null))) await pause(50);
    const { S3_ACCESS_KEY: access, S3_SECRET_KEY: secret } = s3Keys;
    const user = ['--uid=guyub', '--display-name=Guyub', `--access-key=${access}`, `--secret-key=${secret}`];
    tool('radosgw-admin', '-c', join(folder, 'ceph.conf'), 'user', 'create', ...user);
    await makeBucket(endpoint);
    return { endpoint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const tool = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

async function startCluster(
  folder: string,
  daemon: (program: string, ...args: string[]) => void,
  endpoint: string,
) {
  const [fsid, osd] = [randomUUID(), randomUUID()];
  const monitor = `v2:127.0.0.1:${await freePort()}`;
  const configuration = join(folder, 'ceph.conf');
  for (const name of ['mon', 'osd', 'mgr', 'run', 'rgw']) mkdirSync(join(folder, name));
  writeFileSync(configuration, configure(folder, { fsid, monitor, endpoint }));
  const ceph = (...args: string[]) => tool('ceph', '-c', configuration, ...args);

  const keyring = join(folder, 'keyring');
  const allow = (name: string, ...caps: string[]) => {
    const allowed = caps.flatMap((cap) => ['--cap', cap, 'allow *']);
    tool('ceph-authtool', keyring, '--gen-key', '-n', name, ...allowed);
  };
  tool('ceph-authtool', '--create-keyring', keyring);
  allow('mon.', 'mon');
  allow('client.admin', 'mon', 'osd', 'mgr');
  allow('client.rgw', 'mon', 'osd');
  cpSync(keyring, join(folder, 'rgw/keyring'));
  const map = join(folder, 'monmap');
  tool('monmaptool', '--create', '--addv', 'a', `[${monitor}]`, '--fsid', fsid, map);
  tool('ceph-mon', '-c', configuration, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring);
  daemon('ceph-mon', '-i', 'a');
  daemon('ceph-mgr', '-i', 'x');
  const id = ceph('osd', 'new', osd);
  tool('ceph-osd', '-c', configuration, '-i', id, '--mkfs', '--osd-uuid', osd);
  daemon('ceph-osd', '-i', id);
  ceph('osd', 'crush', 'add', `osd.${id}`, '1', 'root=default', 'host=h');
}

async function makeBucket(endpoint: string) {
  const keys = { accessKeyId: s3Keys.S3_ACCESS_KEY, secretAccessKey: s3Keys.S3_SECRET_KEY };
  const client = new AwsClient({ ...keys, service: 's3', region: 'us-east-1' });
  const { status } = await client.fetch(`${endpoint}/${s3Bucket}`, { method: 'PUT' });
  if (status !== 200) throw new Error(`making the bucket was answered ${status}`);
}

const configure = (folder: string, { fsid, monitor, endpoint }: Record<string, string>) => `
[global]
fsid=${fsid}
mon_initial_members=a
mon_host=${monitor}/0
auth_cluster_required=none
auth_service_required=none
auth_client_required=none
osd_pool_default_size=1
osd_pool_default_min_size=1
osd_pool_default_pg_num=8
mon_allow_pool_size_one=true
mon_warn_on_pool_no_redundancy=false
mon_max_pg_per_osd=2000
osd_crush_chooseleaf_type=0
osd_objectstore=memstore
memstore_device_bytes=2147483648
run_dir=${folder}/run
admin_socket=${folder}/run/$name.asok
pid_file=${folder}/run/$name.pid
log_file=${folder}/$name.log
keyring=${folder}/keyring
mon_data=${folder}/mon
osd_data=${folder}/osd
mgr_data=${folder}/mgr
[client.rgw]
rgw_data=${folder}/rgw
rgw_frontends=beast endpoint=${endpoint?.slice('http://'.length)}
rgw_enable_usage_log=false
ms_mon_client_mode=crc
`;
