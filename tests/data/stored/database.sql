BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE bans (
	scope BIGINT NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_bans PRIMARY KEY (scope, user)
);
INSERT INTO "bans" VALUES(900,4243,'Someone',1773594000000);
CREATE TABLE blocks (
	user BIGINT NOT NULL, 
	other BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY (user, other)
);
INSERT INTO "blocks" VALUES(123456789012345678,201,'other1',1773115200000);
CREATE TABLE challenges (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	scope BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	maker BIGINT NOT NULL, 
	maker_name VARCHAR(100) NOT NULL, 
	target BIGINT, 
	target_name VARCHAR(100), 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	side VARCHAR(6) NOT NULL, 
	clock VARCHAR(60) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	explore BOOLEAN DEFAULT 1 NOT NULL, 
	status VARCHAR(10) DEFAULT 'open' NOT NULL, 
	"match" INTEGER, 
	rematch_of INTEGER, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	open_until BIGINT, counters INTEGER, 
	CONSTRAINT fk_challenges_scope FOREIGN KEY(scope) REFERENCES scopes (id)
);
INSERT INTO "challenges" VALUES(1,900,901,203,'other3',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'taken',1,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(2,800,801,123456789012345678,'Zyxwvut Qqname',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','3d',1,'Notemarker Jabberwock',1,'taken',2,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(3,555000111222333444,555000111222333444,203,'other3',123456789012345678,'Zyxwvut Qqname','loop','{"board": "main", "full_board": "draw"}','random','none',1,'hello',1,'taken',3,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(4,900,901,123456789012345678,'Zyxwvut Qqname',200,'other0','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'Notemarker Jabberwock',1,'taken',4,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(5,900,901,201,'other1',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'taken',5,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(6,900,901,200,'other0',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'taken',6,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(7,900,901,200,'other0',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','none',0,'hello',1,'taken',7,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(8,900,901,202,'other2',123456789012345678,'Zyxwvut Qqname','loop','{"board": "main", "full_board": "draw"}','random','none',1,'hello',1,'taken',9,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(9,900,901,201,'other1',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','3d',1,'hello',1,'taken',11,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(10,800,801,123456789012345678,'Zyxwvut Qqname',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'Notemarker Jabberwock',1,'taken',12,NULL,1772640000000,1773849600000,NULL,NULL);
INSERT INTO "challenges" VALUES(11,555000111222333444,555000111222333444,202,'other2',123456789012345678,'Zyxwvut Qqname','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'open',NULL,NULL,1772726400000,1773936000000,1773936000000,NULL);
INSERT INTO "challenges" VALUES(12,900,901,123456789012345678,'Zyxwvut Qqname',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','none',0,'Notemarker Jabberwock',1,'taken',13,NULL,1772726400000,1773936000000,NULL,NULL);
INSERT INTO "challenges" VALUES(13,900,901,200,'other0',203,'other3','loop','{"board": "main", "full_board": "draw"}','second','3d',0,'',1,'open',NULL,6,1772726400000,1773936000000,1773936000000,NULL);
INSERT INTO "challenges" VALUES(14,900,901,123456789012345678,'Zyxwvut Qqname',201,'other1','loop','{"board": "main", "full_board": "draw"}','random','none',0,'Notemarker Jabberwock',1,'taken',19,NULL,1772726400000,1773936000000,NULL,NULL);
INSERT INTO "challenges" VALUES(15,900,901,200,'other0',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','none',1,'hello',1,'taken',20,NULL,1772726400000,1773936000000,NULL,NULL);
INSERT INTO "challenges" VALUES(16,800,801,123456789012345678,'Zyxwvut Qqname',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','none',1,'Notemarker Jabberwock',1,'taken',26,NULL,1772859600000,1774069200000,NULL,NULL);
INSERT INTO "challenges" VALUES(17,555000111222333444,555000111222333444,200,'other0',123456789012345678,'Zyxwvut Qqname','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'taken',27,NULL,1772859600000,1774069200000,NULL,NULL);
INSERT INTO "challenges" VALUES(18,900,901,123456789012345678,'Zyxwvut Qqname',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','3d',1,'Notemarker Jabberwock',1,'taken',35,NULL,1773115200000,1774324800000,NULL,NULL);
INSERT INTO "challenges" VALUES(19,900,901,200,'other0',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','none',0,'hello',1,'taken',37,NULL,1773115200000,1774324800000,NULL,NULL);
INSERT INTO "challenges" VALUES(20,900,901,200,'other0',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','none',1,'hello',1,'taken',40,NULL,1773115200000,1774324800000,NULL,NULL);
INSERT INTO "challenges" VALUES(21,900,901,123456789012345678,'Zyxwvut Qqname',203,'other3','loop','{"board": "main", "full_board": "draw"}','random','none',1,'Notemarker Jabberwock',1,'taken',41,NULL,1773115200000,1774324800000,NULL,NULL);
INSERT INTO "challenges" VALUES(22,900,901,202,'other2',200,'other0','loop','{"board": "main", "full_board": "draw"}','random','3d',1,'hello',1,'open',NULL,NULL,1773381600000,1774591200000,1774591200000,NULL);
INSERT INTO "challenges" VALUES(23,900,901,200,'other0',202,'other2','loop','{"board": "main", "full_board": "draw"}','random','none',1,'hello',1,'taken',56,NULL,1773594000000,1774803600000,NULL,NULL);
INSERT INTO "challenges" VALUES(24,900,901,203,'other3',201,'other1','loop','{"board": "main", "full_board": "draw"}','random','3d',0,'hello',1,'taken',57,NULL,1773594000000,1774803600000,NULL,NULL);
CREATE TABLE deletions (
	token VARCHAR(32) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_deletions PRIMARY KEY (token)
);
INSERT INTO "deletions" VALUES('b869f150981204d867dc0db8a11d8448',1773594000000);
CREATE TABLE entrants (
	tournament INTEGER NOT NULL, 
	slot INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	checked BOOLEAN NOT NULL, 
	seed INTEGER NOT NULL, 
	joined_at BIGINT NOT NULL, 
	offered_to BIGINT, 
	offered_at BIGINT, 
	CONSTRAINT pk_entrants PRIMARY KEY (tournament, slot), 
	CONSTRAINT fk_entrants_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
);
INSERT INTO "entrants" VALUES(1,1,203,'other3','in',0,1,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(1,2,202,'other2','in',0,2,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(1,3,200,'other0','in',0,3,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(1,4,201,'other1','in',0,4,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(2,1,123456789012345678,'Zyxwvut Qqname','in',0,1,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(2,2,202,'other2','in',0,2,1772726400000,203,1772967600000);
INSERT INTO "entrants" VALUES(2,3,201,'other1','in',0,3,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(2,4,200,'other0','in',0,4,1772726400000,NULL,NULL);
INSERT INTO "entrants" VALUES(3,1,203,'other3','in',0,1,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(3,2,201,'other1','in',0,2,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(3,3,200,'other0','in',0,3,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(3,4,123456789012345678,'Zyxwvut Qqname','in',0,4,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(4,1,201,'other1','in',0,1,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(4,2,200,'other0','in',0,2,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(4,3,203,'other3','in',0,3,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(4,4,202,'other2','in',0,4,1772859600000,NULL,NULL);
INSERT INTO "entrants" VALUES(5,1,202,'other2','in',0,1,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(5,2,200,'other0','in',0,2,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(5,3,123456789012345678,'Zyxwvut Qqname','in',0,3,1773115200000,201,1773115200000);
INSERT INTO "entrants" VALUES(5,4,203,'other3','in',0,4,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(6,1,201,'other1','in',0,1,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(6,2,203,'other3','in',0,2,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(6,3,200,'other0','in',0,3,1773115200000,NULL,NULL);
INSERT INTO "entrants" VALUES(6,4,202,'other2','in',0,4,1773115200000,NULL,NULL);
CREATE TABLE exercises (
	user BIGINT NOT NULL, 
	"match" BIGINT NOT NULL, 
	at INTEGER NOT NULL, 
	puzzle JSON NOT NULL, 
	played_at BIGINT NOT NULL, 
	solved INTEGER DEFAULT '0' NOT NULL, 
	due_at BIGINT NOT NULL, 
	CONSTRAINT pk_exercises PRIMARY KEY (user, "match", at)
);
INSERT INTO "exercises" VALUES(201,1,1,'{"name": "1x1", "slug": "veloop-square", "options": {"board": "8x8", "turns": "single"}, "moves": "e4-d6", "turns": 0, "solution": "b2-d3", "line": "", "ideas": "fork", "rating": 1500, "saves": 1}',1772452800000,0,1772539200000);
CREATE TABLE explorations (
	"match" INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	tree JSON NOT NULL, 
	CONSTRAINT pk_explorations PRIMARY KEY ("match", user), 
	CONSTRAINT fk_explorations_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "explorations" VALUES(1,202,'{"trunk": "1b1 1a6 1h3 1j2 1i3 1g6 1i4 1i2", "nodes": "1.0.5.1.1c5 2.0.8.0.1e3 3.2.9.1.1f3 4.3.10.0.1d5", "added": "", "marks": [], "planned": [], "missed": [4], "untold": [4], "fresh": [], "notes": {"n1": "hm", "n4": "hm"}, "note": "hm in all", "serial": 4, "draft": 0, "draw": false, "opened": true, "looked": 0}');
INSERT INTO "explorations" VALUES(2,200,'{"trunk": "1i4 1b3 1h1 1e3 1f2 1a1 1f6 1d5", "nodes": "1.0.8.0.1d2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "hm"}, "note": "hm in all", "serial": 1, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(9,123456789012345678,'{"trunk": "", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [2], "missed": [], "untold": [], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(3,123456789012345678,'{"trunk": "1a2 1c5 1c3 1j3 1i4", "nodes": "1.0.5.1.1i1 2.1.6.0.1i3 3.0.5.1.1f5 4.3.6.0.1i2", "added": "", "marks": [], "planned": [4], "missed": [], "untold": [], "fresh": [], "notes": {"n2": "Notemarker Jabberwock", "n4": "Notemarker Jabberwock"}, "note": "Notemarker Jabberwock in all", "serial": 4, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(2,201,'{"trunk": "1i4 1b3 1h1 1e3 1f2 1a1 1f6 1d5 1a4", "nodes": "1.0.8.0.1d6 2.0.9.1.1e2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "hm", "n2": "hm"}, "note": "hm in all", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(4,202,'{"trunk": "", "nodes": "1.0.0.0.1g5", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "hm"}, "note": "hm in all", "serial": 1, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(8,123456789012345678,'{"trunk": "1i4 1b3 1h1 1e3 1f2 1a1 1f6 1g5 1d4 1h2 1b1 1h3", "nodes": "1.0.12.0.1j3 2.0.12.0.1c6 3.2.13.1.1k1 4.3.14.0.1g2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "Notemarker Jabberwock", "n4": "Notemarker Jabberwock"}, "note": "Notemarker Jabberwock in all", "serial": 4, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(16,0,'{"trunk": "1h2", "nodes": "1.0.1.1.1a1 2.1.2.0.1b1", "added": "", "marks": [], "planned": [2], "missed": [], "untold": [], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(18,203,'{"trunk": "1a2 1c5 1c3 1j3", "nodes": "1.0.4.0.1h5 2.1.5.1.1a5", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n2": "hm"}, "note": "hm in all", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(19,201,'{"trunk": "", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [2], "missed": [], "untold": [], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(26,123456789012345678,'{"trunk": "", "nodes": "1.0.0.0.1f3 2.1.1.1.1a2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "Notemarker Jabberwock", "n2": "Notemarker Jabberwock"}, "note": "Notemarker Jabberwock in all", "serial": 2, "draft": 1, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(7,202,'{"trunk": "", "nodes": "1.0.0.0.1d6 2.1.1.1.1c4 3.2.2.0.1e2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n3": "hm"}, "note": "hm in all", "serial": 3, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(18,123456789012345678,'{"trunk": "1a2 1c5 1c3 1j3 1l1 1a6 1a1", "nodes": "1.0.7.1.1g4 2.1.8.0.1i1", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n2": "Notemarker Jabberwock"}, "note": "Notemarker Jabberwock in all", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(15,123456789012345678,'{"trunk": "", "nodes": "1.0.0.0.1c1 2.1.1.1.1b4 3.2.2.0.1d3 4.0.0.0.1f4 5.4.1.1.1i2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n3": "Notemarker Jabberwock", "n5": "Notemarker Jabberwock"}, "note": "Notemarker Jabberwock in all", "serial": 5, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(4,201,'{"trunk": "", "nodes": "1.0.0.0.1c5", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n1": "hm"}, "note": "hm in all", "serial": 1, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(5,202,'{"trunk": "1d6 1d4 1i1 1c3", "nodes": "1.0.4.0.1f2 2.1.5.1.1h5 3.2.6.0.1b2", "added": "", "marks": [], "planned": [], "missed": [], "untold": [], "fresh": [], "notes": {"n3": "hm"}, "note": "hm in all", "serial": 3, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(32,203,'{"trunk": "1c6 1c3", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [], "missed": [2], "untold": [2], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(5,203,'{"trunk": "1d6 1d4 1i1 1c3", "nodes": "1.0.4.0.1a1 2.1.5.1.1b1", "added": "", "marks": [], "planned": [2], "missed": [], "untold": [], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(9,202,'{"trunk": "1g6 1g1", "nodes": "1.0.2.0.1k2 2.1.3.1.1d6 3.2.4.0.1a6", "added": "", "marks": [], "planned": [3], "missed": [], "untold": [], "fresh": [], "notes": {"n3": "hm"}, "note": "hm in all", "serial": 3, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(33,123456789012345678,'{"trunk": "", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [], "missed": [2], "untold": [2], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(28,202,'{"trunk": "", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [], "missed": [2], "untold": [2], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
INSERT INTO "explorations" VALUES(54,201,'{"trunk": "", "nodes": "1.0.0.0.1a1 2.1.1.1.1b1", "added": "", "marks": [], "planned": [2], "missed": [], "untold": [], "fresh": [], "notes": {}, "note": "", "serial": 2, "draft": 0, "draw": false, "opened": false, "looked": 0}');
CREATE TABLE followers (
	"match" INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	highlights BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_followers PRIMARY KEY ("match", user), 
	CONSTRAINT fk_followers_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "followers" VALUES(3,201,1);
INSERT INTO "followers" VALUES(28,200,1);
INSERT INTO "followers" VALUES(13,201,1);
CREATE TABLE heartbeat (
	id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_heartbeat PRIMARY KEY (id)
);
INSERT INTO "heartbeat" VALUES(0,1773594000000);
INSERT INTO "heartbeat" VALUES(1,1773594000000);
CREATE TABLE key_values (
	name VARCHAR(100) NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_key_values PRIMARY KEY (name)
);
INSERT INTO "key_values" VALUES('remains','aa71c1c1de50ccd5');
INSERT INTO "key_values" VALUES('commands:1','digest');
CREATE TABLE solved_steps (
	user BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	step VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_solved_steps PRIMARY KEY (user, game, step)
);
INSERT INTO "solved_steps" VALUES(201,'loop','0afca5b1');
CREATE TABLE loops (
	"match" INTEGER NOT NULL, 
	scope BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	cells INTEGER NOT NULL, 
	ground FLOAT NOT NULL, 
	chance INTEGER, 
	CONSTRAINT pk_loops PRIMARY KEY ("match"), 
	CONSTRAINT fk_loops_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "loops" VALUES(10,900,1773594000000,12,0.25,21);
CREATE TABLE matches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	scope BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	channel BIGINT NOT NULL, 
	thread BIGINT, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	decisions TEXT DEFAULT '' NOT NULL, 
	given INTEGER DEFAULT '0' NOT NULL, 
	imported BIGINT, 
	seat0 BIGINT NOT NULL, 
	seat1 BIGINT NOT NULL, 
	name0 VARCHAR(100) NOT NULL, 
	name1 VARCHAR(100) NOT NULL, 
	level INTEGER, 
	rated BOOLEAN NOT NULL, 
	clock VARCHAR(60) NOT NULL, 
	note TEXT DEFAULT '' NOT NULL, 
	explore BOOLEAN DEFAULT 1 NOT NULL, 
	tournament INTEGER, 
	log TEXT DEFAULT '' NOT NULL, 
	ply INTEGER DEFAULT '0' NOT NULL, 
	turn INTEGER DEFAULT '1' NOT NULL, 
	to_move SMALLINT, 
	mover BIGINT, 
	version INTEGER DEFAULT '1' NOT NULL, 
	revision INTEGER DEFAULT '1' NOT NULL, 
	status VARCHAR(10) DEFAULT 'running' NOT NULL, 
	winner SMALLINT, 
	reason VARCHAR(40), 
	draw_offer SMALLINT, 
	draw_ply0 INTEGER, 
	draw_ply1 INTEGER, 
	takeback_asked SMALLINT, 
	pause_asked SMALLINT, 
	abandon_asked SMALLINT, 
	rematch INTEGER, 
	gone SMALLINT, 
	gone_at BIGINT, 
	hints0 INTEGER DEFAULT '0' NOT NULL, 
	hints1 INTEGER DEFAULT '0' NOT NULL, 
	created_at BIGINT NOT NULL, 
	moved_at BIGINT NOT NULL, 
	finished_at BIGINT, 
	turn_at BIGINT NOT NULL, 
	due_at BIGINT, 
	bank0 FLOAT, 
	bank1 FLOAT, 
	wake_at BIGINT, 
	told SMALLINT DEFAULT '0' NOT NULL, 
	paused_at BIGINT, 
	heard_at BIGINT, 
	reminded SMALLINT DEFAULT '0' NOT NULL, 
	asked_at BIGINT, 
	other_asked BOOLEAN DEFAULT 0 NOT NULL, 
	nudged_at BIGINT, 
	quiet_wake_at BIGINT, 
	snoozed0 BIGINT, 
	snoozed1 BIGINT, 
	refusals JSON, pair INTEGER, 
	CONSTRAINT uq_matches_scope_number UNIQUE (scope, number), 
	CONSTRAINT fk_matches_scope FOREIGN KEY(scope) REFERENCES scopes (id)
);
INSERT INTO "matches" VALUES(1,900,1,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1b1 1a6 1h3 1j2 1i3 1g6 1i4 1i2',0,NULL,202,203,'other2','other3',NULL,0,'3d','hello',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000',8,9,NULL,NULL,10,23,'finished',0,'resigned',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,1772967600000,1772640864000,NULL,NULL,NULL,NULL,3,NULL,1772640000000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(2,800,1,801,NULL,'loop','{"board": "main", "full_board": "draw"}','1i4 1b3 1h1 1e3 1f2 1a1 1f6 1d5 1a4 1b4',0,NULL,123456789012345678,202,'Zyxwvut Qqname','other2',NULL,1,'3d','Notemarker Jabberwock',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772726400',10,11,0,123456789012345678,11,13,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772726400000,NULL,1772727264000,1772986464000,NULL,NULL,NULL,3,NULL,1772726400000,0,NULL,0,NULL,1773936000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(3,555000111222333444,1,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1a2 1c5 1c3 1j3 1i4',0,NULL,123456789012345678,203,'Zyxwvut Qqname','other3',NULL,1,'none','hello',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000',5,6,1,203,6,17,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,NULL,1772640000000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,1,NULL,0,NULL,1773936000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(4,900,2,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,200,'Zyxwvut Qqname','other0',NULL,0,'3d','Notemarker Jabberwock',1,NULL,'',0,1,0,123456789012345678,1,4,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,NULL,1772640864000,1772900064000,NULL,NULL,NULL,3,NULL,1772640000000,0,NULL,0,NULL,1773849600000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(5,900,3,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1d6 1d4 1i1 1c3 1f3 1j3 1h1 1d2 1d1',0,NULL,201,203,'other1','other3',NULL,0,'3d','hello',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1773594000 1m1773594000 1m1773594000 1m1773594000 1m1773594000',9,10,1,203,10,13,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1773594000000,NULL,1773594000000,1773853200000,NULL,NULL,1773766800000,0,NULL,1773594000000,0,NULL,0,NULL,1774803600000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(6,900,4,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1h2 1c2',0,NULL,200,203,'other0','other3',NULL,0,'3d','hello',1,NULL,'1m1772640000 1m1772640000',2,3,NULL,NULL,4,4,'finished',0,'resigned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,1772726400000,1772640000000,NULL,NULL,NULL,NULL,0,NULL,1772640000000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(7,900,5,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,200,'other3','other0',NULL,0,'none','hello',1,NULL,'',0,1,0,203,1,3,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,NULL,1772640000000,NULL,NULL,NULL,NULL,0,NULL,1772640000000,1,NULL,0,NULL,1773849600000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(8,900,6,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1i4 1b3 1h1 1e3 1f2 1a1 1f6 1g5 1d4 1h2 1b1 1h3 1a6 1d1 1k2 1a2',7,NULL,203,0,'other3','Loophole',1,0,'none','',1,NULL,'1g1772640000 1g1772640000 1g1772640000 1g1772640000 1g1772640000 1g1772640000 1g1772640000 1m1772726400 1m1772726400 1m1772726400 1m1772726400 1m1772726400 1m1772967600 1m1772967600 1m1772967600 1m1772967600',16,17,0,203,10,11,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772967600000,NULL,1772967600000,NULL,NULL,NULL,NULL,0,NULL,1772967600000,0,NULL,0,NULL,1774177200000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(9,900,7,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1g6 1g1',0,NULL,202,123456789012345678,'other2','Zyxwvut Qqname',NULL,1,'none','hello',1,NULL,'1m1773115200 1m1773115200',2,3,0,202,3,14,'running',NULL,NULL,1,NULL,2,0,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773241200000,1,NULL,0,NULL,1773846000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(10,800,2,801,NULL,'loop','{"board": "main", "full_board": "draw"}','1i4 1b3 1h1 1e3 1f2 1a1 1f6',0,201,-1,-1,'other3','Loophole',NULL,0,'none','',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000 1m1772640000',7,8,NULL,NULL,1,1,'aborted',NULL,'unfinished',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,1772640000000,1772640000000,NULL,NULL,NULL,NULL,0,NULL,1772640000000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(11,900,8,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1e5 1f1 1g3 1j1 1d5',0,NULL,201,202,'other1','other2',NULL,1,'3d','hello',1,NULL,'1m1773115200 1m1773115200 1m1773594000 1m1773594000 1m1773594000',5,6,1,202,6,9,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1773594000000,NULL,1773594000000,1773853200000,NULL,NULL,1773766800000,0,NULL,1773594000000,0,NULL,0,NULL,1774803600000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(12,800,3,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,202,'Zyxwvut Qqname','other2',NULL,0,'3d','Notemarker Jabberwock',1,NULL,'',0,1,0,123456789012345678,1,4,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772640000000,1772640000000,NULL,1772640864000,1772900064000,NULL,NULL,NULL,3,NULL,1772640000000,0,NULL,0,NULL,1773849600000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(13,900,9,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1c6 1h3 1b4 1i2',0,NULL,203,123456789012345678,'other3','Zyxwvut Qqname',NULL,0,'none','Notemarker Jabberwock',1,NULL,'1m1772967600 1m1772967600 1m1772967600 1m1772967600',4,5,0,203,5,7,'running',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772967600000,NULL,1772967600000,NULL,NULL,NULL,NULL,0,NULL,1772967600000,0,NULL,0,NULL,1774177200000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(14,800,4,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,201,'other3','other1',NULL,0,'3d','T1 a cup',1,1,'',0,1,NULL,NULL,2,7,'finished',1,'time',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,1773115200000,1772728128000,NULL,NULL,NULL,NULL,3,NULL,1772726400000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(15,800,5,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,200,'other2','other0',NULL,0,'3d','T1 a cup',1,1,'',0,1,NULL,NULL,2,4,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,1773115200000,1772726400000,NULL,NULL,NULL,NULL,3,NULL,1772726400000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(16,555000111222333444,2,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1h2',1,NULL,0,123456789012345678,'Loophole','Zyxwvut Qqname',1,0,'none','',1,NULL,'1g1772726400',1,2,1,123456789012345678,1,4,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,NULL,1772726400000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,2,NULL,0,NULL,1773936000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(17,555000111222333444,3,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1a2 1i4 1a1 1d3',0,NULL,123456789012345678,0,'Zyxwvut Qqname','Loophole',1,0,'none','',1,NULL,'1m1772726400 1m1772726400 1m1772726400 1m1772726400',4,5,0,123456789012345678,5,7,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,NULL,1772726400000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,2,NULL,0,NULL,1773936000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(18,555000111222333444,4,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1a2 1c5 1c3 1j3 1l1 1a6 1a1',4,NULL,123456789012345678,0,'Zyxwvut Qqname','Loophole',1,0,'none','',1,NULL,'1g1772726400 1g1772726400 1g1772726400 1g1772726400 1m1772726400 1m1772726400 1m1772726400',7,8,1,0,4,8,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,NULL,1772726400000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(19,900,10,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1d6 1b5 1d5 1f3 1j3',0,NULL,123456789012345678,201,'Zyxwvut Qqname','other1',NULL,0,'none','Notemarker Jabberwock',1,NULL,'1m1772859600 1m1772859600 1m1772859600 1m1772859600 1m1772859600',5,6,1,201,6,9,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772859600000,NULL,1772859600000,NULL,NULL,NULL,NULL,0,NULL,1772859600000,2,NULL,0,NULL,1774069200000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(20,900,11,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1e1 1c5 1b2',0,NULL,202,200,'other2','other0',NULL,1,'none','hello',1,NULL,'1m1772726400 1m1772726400 1m1772726400',3,4,1,200,4,6,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,NULL,1772726400000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,2,NULL,0,NULL,1773936000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(21,800,6,801,NULL,'loop','{"board": "main", "full_board": "draw"}','1h2 1c2',0,202,-1,-1,'other0','other3',NULL,0,'none','',1,NULL,'1m1772640000 1m1772640000',2,3,NULL,NULL,1,1,'finished',0,'resigned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,1772726400000,1772726400000,NULL,NULL,NULL,NULL,0,NULL,1772726400000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(22,900,12,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1e4 1f6 1i1 1d2 1a6',0,NULL,123456789012345678,200,'Zyxwvut Qqname','other0',NULL,1,'3d','T1 a cup',1,2,'1m1773115200 1m1773115200 1m1773115200 1m1773115200 1m1773115200',5,6,NULL,NULL,7,12,'finished',0,'time',NULL,5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(23,900,13,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,201,'other2','other1',NULL,0,'3d','T1 a cup',1,2,'',0,1,NULL,NULL,2,4,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772726400000,1772726400000,1773115200000,1772726400000,NULL,NULL,NULL,NULL,3,NULL,1772726400000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(24,900,14,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,123456789012345678,'other3','Zyxwvut Qqname',NULL,0,'3d','T2 Titlemarker Snark',1,3,'',0,1,NULL,NULL,2,5,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1772859600000,1773525600000,1772860464000,NULL,NULL,NULL,NULL,3,NULL,1772859600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(25,900,15,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1b3',0,NULL,201,200,'other1','other0',NULL,0,'3d','T2 Titlemarker Snark',1,3,'1m1773115200',1,2,NULL,NULL,3,5,'finished',0,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(26,800,7,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,202,'Zyxwvut Qqname','other2',NULL,1,'none','Notemarker Jabberwock',1,NULL,'',0,1,0,123456789012345678,1,10,'running',NULL,NULL,0,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1772859600000,NULL,1772859600000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(27,555000111222333444,5,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1a1 1i4 1e5 1h1 1b4',0,NULL,200,123456789012345678,'other0','Zyxwvut Qqname',NULL,0,'3d','hello',1,NULL,'1m1773115200 1m1773115200 1m1773115200 1m1773115200 1m1773115200',5,6,1,123456789012345678,6,8,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1773115200000,NULL,1773115200000,1773374400000,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,1774324800000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(28,900,16,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,201,202,'other1','other2',NULL,0,'3d','T3 a cup',1,4,'',0,1,NULL,NULL,2,5,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1772859600000,1773525600000,1772859600000,NULL,NULL,NULL,NULL,3,NULL,1772859600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(29,900,17,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,203,'other0','other3',NULL,0,'3d','T3 a cup',1,4,'',0,1,NULL,NULL,2,4,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772859600000,1772859600000,1773525600000,1772859600000,NULL,NULL,NULL,NULL,3,NULL,1772859600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(30,555000111222333444,6,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','1d6 1d4 1i1 1c3',0,123456789012345678,-1,-1,'other1','other3',NULL,0,'none','',1,NULL,'1m1772640000 1m1772640000 1m1772640000 1m1772640000',4,5,NULL,NULL,1,1,'aborted',NULL,'unfinished',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1772967600000,1772967600000,1772967600000,1772967600000,NULL,NULL,NULL,NULL,0,NULL,1772967600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(31,555000111222333444,7,555000111222333444,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,0,'Zyxwvut Qqname','Loophole',1,0,'none','',1,NULL,'',0,1,0,123456789012345678,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(32,900,18,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1c6 1c3',0,NULL,202,203,'other2','other3',NULL,0,'3d','T4 Titlemarker Snark',1,5,'1m1773115200 1m1773115200',2,3,NULL,NULL,4,6,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(33,900,19,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,123456789012345678,'other0','Zyxwvut Qqname',NULL,0,'3d','T4 Titlemarker Snark',1,5,'',0,1,NULL,NULL,2,4,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(34,800,8,801,NULL,'loop','{"board": "main", "full_board": "draw"}','1e4 1f6 1i1 1d2 1a6',0,202,-1,-1,'Zyxwvut Qqname','other0',NULL,0,'none','',1,NULL,'1m1773115200 1m1773115200 1m1773115200 1m1773115200 1m1773115200',5,6,NULL,NULL,1,1,'aborted',NULL,'unfinished',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773115200000,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(35,900,20,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,202,'Zyxwvut Qqname','other2',NULL,1,'3d','Notemarker Jabberwock',1,NULL,'',0,1,0,123456789012345678,1,4,'running',NULL,NULL,1,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,1773374400000,NULL,NULL,NULL,3,NULL,1773525600000,0,NULL,0,NULL,1774735200000,1773820800000,NULL,'null',NULL);
INSERT INTO "matches" VALUES(36,900,21,901,NULL,'loop','{"board": "main", "full_board": "draw"}','1i4 1b3 1h1 1e3 1f2 1a1 1f6 1g5 1d4 1h2 1b1 1h3 1a6 1d1 1k2',15,NULL,0,200,'Loophole','other0',1,0,'none','',1,NULL,'1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200 1g1773115200',15,16,1,200,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(37,900,22,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,202,'other0','other2',NULL,0,'none','hello',1,NULL,'',0,1,0,200,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(38,800,9,801,NULL,'loop','{"board": "main", "full_board": "draw"}','1g6 1b4 1d5',0,NULL,201,200,'other1','other0',NULL,0,'3d','T1 a cup',1,1,'1m1773115200 1m1773115200 1m1773115200',3,4,NULL,NULL,5,6,'finished',0,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(39,800,10,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,202,'other3','other2',NULL,0,'3d','T1 a cup',1,1,'',0,1,NULL,NULL,2,3,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(40,900,23,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,203,'other0','other3',NULL,1,'none','hello',1,NULL,'',0,1,0,200,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(41,900,24,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,203,'Zyxwvut Qqname','other3',NULL,1,'none','Notemarker Jabberwock',1,NULL,'',0,1,0,123456789012345678,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,NULL,1773115200000,NULL,NULL,NULL,NULL,0,NULL,1773115200000,1,NULL,0,NULL,1773720000000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(42,900,25,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,201,202,'other1','other2',NULL,0,'3d','T5 Titlemarker Snark',1,6,'',0,1,NULL,NULL,2,3,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(43,900,26,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,200,'other3','other0',NULL,0,'3d','T5 Titlemarker Snark',1,6,'',0,1,NULL,NULL,2,3,'finished',1,'time',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773115200000,1773115200000,1773525600000,1773115200000,NULL,NULL,NULL,NULL,3,NULL,1773115200000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(44,900,27,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,201,'other0','other1',NULL,1,'3d','T1 a cup',1,2,'',0,1,0,200,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(45,900,28,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,202,'Zyxwvut Qqname','other2',NULL,1,'3d','T1 a cup',1,2,'',0,1,0,123456789012345678,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(46,900,29,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,123456789012345678,200,'Zyxwvut Qqname','other0',NULL,1,'3d','T2 Titlemarker Snark',1,3,'',0,1,0,123456789012345678,1,2,'running',NULL,NULL,1,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(47,900,30,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,201,'other3','other1',NULL,1,'3d','T2 Titlemarker Snark',1,3,'',0,1,0,203,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(48,900,31,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,203,'other2','other3',NULL,1,'3d','T3 a cup',1,4,'',0,1,0,202,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(49,900,32,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,201,200,'other1','other0',NULL,1,'3d','T3 a cup',1,4,'',0,1,0,201,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(50,900,33,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,203,123456789012345678,'other3','Zyxwvut Qqname',NULL,1,'3d','T4 Titlemarker Snark',1,5,'',0,1,0,203,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(51,900,34,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,200,'other2','other0',NULL,1,'3d','T4 Titlemarker Snark',1,5,'',0,1,0,202,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(52,900,35,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,200,'other2','other0',NULL,1,'3d','T5 Titlemarker Snark',1,6,'',0,1,0,202,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(53,900,36,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,201,203,'other1','other3',NULL,1,'3d','T5 Titlemarker Snark',1,6,'',0,1,0,201,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(54,800,11,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,202,201,'other2','other1',NULL,1,'3d','T1 a cup',1,1,'',0,1,0,202,1,2,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(55,800,12,801,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,203,'other0','other3',NULL,1,'3d','T1 a cup',1,1,'',0,1,0,200,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773525600000,1773525600000,NULL,1773525600000,1773784800000,NULL,NULL,1773698400000,0,NULL,1773525600000,0,NULL,0,NULL,NULL,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(56,900,37,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,200,202,'other0','other2',NULL,1,'none','hello',1,NULL,'',0,1,0,200,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773594000000,1773594000000,NULL,1773594000000,NULL,NULL,NULL,NULL,0,NULL,1773594000000,0,NULL,0,NULL,1773853200000,NULL,NULL,'null',NULL);
INSERT INTO "matches" VALUES(57,900,38,901,NULL,'loop','{"board": "main", "full_board": "draw"}','',0,NULL,201,203,'other1','other3',NULL,0,'3d','hello',1,NULL,'',0,1,0,201,1,1,'running',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,0,1773594000000,1773594000000,NULL,1773594000000,1773853200000,NULL,NULL,1773766800000,0,NULL,1773594000000,0,NULL,0,NULL,1774803600000,NULL,NULL,'null',NULL);
CREATE TABLE members (
	id BIGINT NOT NULL, 
	settings JSON NOT NULL, 
	vacation_until BIGINT, 
	vacations JSON, 
	moves JSON, 
	answers JSON, 
	daily_at BIGINT, 
	daily_told BIGINT, 
	CONSTRAINT pk_members PRIMARY KEY (id)
);
INSERT INTO "members" VALUES(123456789012345678,'{"flip": true, "time_zone": "UTC", "daily": "dm", "daily_when": "13:00"}',1772727264000,'[[1772452800000, 1772453664000], [1772726400000, 1772727264000]]','[0, 0, 0, 0, 6, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0]','[0, 0, 0, 0, 0, 0, 0, 0, 0, 133200, 0, 0, 0, 0, 387936, 0, 0, 0, 0, 0]',1773666000000,NULL);
INSERT INTO "members" VALUES(200,'{"time_zone": "UTC", "daily": "channel", "daily_when": "13:00"}',NULL,'[]','[0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]','[0, 0, 0, 0, 255600, 0, 0, 0]',1773666000000,NULL);
INSERT INTO "members" VALUES(202,'{"flip": true, "notices": "both", "time_zone": "UTC", "daily": "dm", "daily_when": "13:00"}',1772640864000,'[[1772640000000, 1772640864000]]','[0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 1, 0, 0, 0, 0, 0, 0]','[0, 0, 0, 0, 0, 0, 0, 0, 85536, 0, 0, 475200, 0, 0, 0]',1773666000000,NULL);
INSERT INTO "members" VALUES(203,'{"flip": true, "time_zone": "UTC", "daily": "dm", "daily_when": "13:00"}',1772860464000,'[[1772726400000, 1772727264000], [1772859600000, 1772860464000]]','[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 11, 2, 0, 0, 0, 0, 0, 0]','[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 241200, 0, 241200, 0, 0, 0, 0]',1773666000000,NULL);
INSERT INTO "members" VALUES(201,'{}',NULL,NULL,'[0, 0, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 5, 0, 0, 0, 0, 0, 0]','[0, 0, 0, 0, 475200, 0, 0, 255600, 954000, 0, 0, 478800, 0]',NULL,NULL);
CREATE TABLE outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind VARCHAR(20) NOT NULL, 
	scope BIGINT NOT NULL, 
	channel BIGINT, 
	dm BIGINT, 
	ping BIGINT, 
	"match" INTEGER, 
	challenge INTEGER, 
	payload JSON NOT NULL, 
	interaction BIGINT, 
	application BIGINT, 
	token TEXT, 
	created_at BIGINT NOT NULL, 
	attempts INTEGER DEFAULT '0' NOT NULL, 
	next_try BIGINT NOT NULL
);
INSERT INTO "outbox" VALUES(181,'turn',900,901,NULL,123456789012345678,9,NULL,'{"version": 2, "start": 0, "end": 1}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(187,'started',555000111222333444,555000111222333444,NULL,NULL,31,NULL,'{"version": 1, "first": false}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(193,'asked',800,NULL,202,202,26,NULL,'{"version": 1, "request": "draw", "by": 123456789012345678, "turns": 1}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(199,'tree',900,901,NULL,NULL,1,NULL,'{"version": 10, "by": 202}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(205,'finished',900,901,NULL,202,23,NULL,'{"version": 2, "start": 0, "end": 0, "by": null}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(211,'started',800,801,NULL,201,38,NULL,'{"version": 1, "first": true}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(217,'challenge',900,901,NULL,203,NULL,20,'{}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(223,'turn',900,901,NULL,202,32,NULL,'{"version": 3, "start": 1, "end": 2}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(229,'asked',900,901,NULL,200,22,NULL,'{"version": 6, "request": "takeback", "by": 123456789012345678, "turns": 1}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(235,'started',900,901,NULL,203,43,NULL,'{"version": 1, "first": true}',NULL,NULL,NULL,1773115200000,0,1773115200000);
INSERT INTO "outbox" VALUES(241,'asked',900,NULL,202,202,9,NULL,'{"version": 3, "request": "draw", "by": 123456789012345678, "turns": 1}',NULL,NULL,NULL,1773241200000,0,1773241200000);
INSERT INTO "outbox" VALUES(247,'overdue',900,901,NULL,201,25,NULL,'{"version": 2, "by": 200}',NULL,NULL,NULL,1773381600000,0,1773381600000);
INSERT INTO "outbox" VALUES(253,'overdue',900,901,NULL,202,42,NULL,'{"version": 1, "by": 201}',NULL,NULL,NULL,1773381600000,0,1773381600000);
INSERT INTO "outbox" VALUES(259,'quiet',900,901,NULL,200,20,NULL,'{"version": 4, "since": 1772726400}',NULL,NULL,NULL,1773381600000,0,1773381600000);
INSERT INTO "outbox" VALUES(265,'quiet',900,901,NULL,123456789012345678,41,NULL,'{"version": 1, "since": 1773115200}',NULL,NULL,NULL,1773381600000,0,1773381600000);
INSERT INTO "outbox" VALUES(271,'quiet',900,901,NULL,202,9,NULL,'{"version": 3, "since": 1773241200}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(277,'finished',900,901,NULL,203,24,NULL,'{"version": 2, "start": 0, "end": 0, "by": null}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(283,'finished',900,901,NULL,201,28,NULL,'{"version": 2, "start": 0, "end": 0, "by": null}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(289,'started',900,901,NULL,201,49,NULL,'{"version": 1, "first": true}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(295,'started',900,901,NULL,203,50,NULL,'{"version": 1, "first": true}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(301,'tournament',900,901,NULL,NULL,NULL,NULL,'{"what": "round", "tournament": 6, "round": 2}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(307,'tournament',800,801,NULL,NULL,NULL,NULL,'{"what": "round", "tournament": 1, "round": 3}',NULL,NULL,NULL,1773525600000,0,1773525600000);
INSERT INTO "outbox" VALUES(313,'challenge',900,NULL,202,202,NULL,23,'{}',NULL,NULL,NULL,1773594000000,0,1773594000000);
INSERT INTO "outbox" VALUES(319,'turn',900,901,NULL,201,5,NULL,'{"version": 7, "start": 5, "end": 6}',NULL,NULL,NULL,1773594000000,0,1773594000000);
INSERT INTO "outbox" VALUES(325,'turn',900,901,NULL,201,11,NULL,'{"version": 5, "start": 3, "end": 4}',NULL,NULL,NULL,1773594000000,0,1773594000000);
CREATE TABLE pairings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	tournament INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	leg INTEGER NOT NULL, 
	slot0 INTEGER NOT NULL, 
	slot1 INTEGER, 
	"match" INTEGER, 
	result VARCHAR(5), 
	how VARCHAR(10), 
	settled_at BIGINT, 
	ends_at BIGINT, 
	CONSTRAINT uq_pairings_tournament_round_board_leg UNIQUE (tournament, round, board, leg), 
	CONSTRAINT fk_pairings_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE, 
	CONSTRAINT uq_pairings_match UNIQUE ("match"), 
	CONSTRAINT fk_pairings_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE SET NULL
);
INSERT INTO "pairings" VALUES(1,1,1,1,1,1,4,14,'0-1','forfeit',1773115200000,NULL);
INSERT INTO "pairings" VALUES(2,1,1,2,1,2,3,15,'0-1','forfeit',1773115200000,NULL);
INSERT INTO "pairings" VALUES(3,2,1,1,1,1,4,22,'1-0','played',1773525600000,NULL);
INSERT INTO "pairings" VALUES(4,2,1,2,1,2,3,23,'0-1','forfeit',1773115200000,NULL);
INSERT INTO "pairings" VALUES(5,3,1,1,1,1,4,24,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(6,3,1,2,1,2,3,25,'1-0','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(7,4,1,1,1,1,4,28,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(8,4,1,2,1,2,3,29,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(9,5,1,1,1,1,4,32,'0-1','played',1773525600000,NULL);
INSERT INTO "pairings" VALUES(10,5,1,2,1,2,3,33,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(11,1,2,1,1,4,3,38,'1-0','played',1773525600000,NULL);
INSERT INTO "pairings" VALUES(12,1,2,2,1,1,2,39,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(13,6,1,1,1,1,4,42,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(14,6,1,2,1,2,3,43,'0-1','forfeit',1773525600000,NULL);
INSERT INTO "pairings" VALUES(15,2,2,1,1,4,3,44,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(16,2,2,2,1,1,2,45,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(17,3,2,1,1,4,3,46,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(18,3,2,2,1,1,2,47,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(19,4,2,1,1,4,3,48,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(20,4,2,2,1,1,2,49,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(21,5,2,1,1,4,3,50,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(22,5,2,2,1,1,2,51,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(23,6,2,1,1,4,3,52,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(24,6,2,2,1,1,2,53,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(25,1,3,1,1,2,4,54,NULL,NULL,NULL,NULL);
INSERT INTO "pairings" VALUES(26,1,3,2,1,3,1,55,NULL,NULL,NULL,NULL);
CREATE TABLE pending_answers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind VARCHAR(20) NOT NULL, 
	user BIGINT NOT NULL, 
	about JSON NOT NULL, 
	scope BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	locale VARCHAR(20) NOT NULL, 
	interaction BIGINT NOT NULL, 
	application BIGINT NOT NULL, 
	token TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	held_until BIGINT NOT NULL, 
	tries INTEGER NOT NULL, 
	noted BOOLEAN DEFAULT 0 NOT NULL
);
INSERT INTO "pending_answers" VALUES(1,'hint',202,'{"match": 1, "version": 1, "made": []}',800,801,'de',9,8,'token',1772640000000,1772640060000,1,0);
INSERT INTO "pending_answers" VALUES(2,'hint',123456789012345678,'{"match": 1, "version": 1, "made": []}',555000111222333444,555000111222333444,'de',9,8,'token',1772967600000,1772967660000,1,0);
INSERT INTO "pending_answers" VALUES(3,'hint',203,'{"match": 1, "version": 1, "made": []}',800,801,'de',9,8,'token',1772967600000,1772967660000,1,0);
INSERT INTO "pending_answers" VALUES(4,'hint',123456789012345678,'{"match": 1, "version": 1, "made": []}',555000111222333444,555000111222333444,'de',9,8,'token',1773115200000,1773115260000,1,0);
INSERT INTO "pending_answers" VALUES(5,'hint',200,'{"match": 1, "version": 1, "made": []}',800,801,'de',9,8,'token',1773594000000,1773594060000,1,0);
CREATE TABLE posts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	kind VARCHAR(20) NOT NULL, 
	payload JSON NOT NULL, 
	scope BIGINT NOT NULL, 
	channel BIGINT, 
	dm BIGINT, 
	ping BIGINT, 
	"match" INTEGER, 
	challenge INTEGER, 
	tournament INTEGER, 
	created_at BIGINT NOT NULL, 
	place BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	version INTEGER, 
	seen INTEGER, 
	agreed BOOLEAN, 
	answered_by BIGINT, 
	CONSTRAINT fk_posts_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_posts_challenge FOREIGN KEY(challenge) REFERENCES challenges (id) ON DELETE CASCADE, 
	CONSTRAINT fk_posts_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
);
INSERT INTO "posts" VALUES(1,'asked','{"version": 1, "request": "draw", "by": 201, "turns": 1}',900,901,NULL,200,1,NULL,NULL,1772726400000,901,1480000000000000001,NULL,1,1,200);
CREATE TABLE puzzle_ratings (
	game VARCHAR(40) NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	CONSTRAINT pk_puzzle_ratings PRIMARY KEY (game, puzzle)
);
INSERT INTO "puzzle_ratings" VALUES('loop','d50848',1.14629678497083659744e+03,2.55463922627916247172e+02,6.00001409016088088632e-02);
INSERT INTO "puzzle_ratings" VALUES('loop','4a9a30',1.30680174944462419261e+03,2.68630016431087483399e+02,6.00009202165627184011e-02);
CREATE TABLE puzzle_streaks (
	user BIGINT NOT NULL, 
	day VARCHAR(10) NOT NULL, 
	days INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	solved INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_streaks PRIMARY KEY (user)
);
INSERT INTO "puzzle_streaks" VALUES(202,'',0,0,0);
INSERT INTO "puzzle_streaks" VALUES(201,'2026-03-02',1,1,1);
INSERT INTO "puzzle_streaks" VALUES(200,'',0,0,0);
INSERT INTO "puzzle_streaks" VALUES(123456789012345678,'2026-03-05',1,1,1);
CREATE TABLE puzzle_strengths (
	user BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	answers INTEGER NOT NULL, 
	CONSTRAINT pk_puzzle_strengths PRIMARY KEY (user, game)
);
INSERT INTO "puzzle_strengths" VALUES(202,'loop',1.00437511084423476855e+03,2.91917628650648509833e+02,6.00000264540438837945e-02,1);
INSERT INTO "puzzle_strengths" VALUES(201,'loop',1.4030611382632296227e+03,2.83434657898509271937e+02,0.06,1);
INSERT INTO "puzzle_strengths" VALUES(200,'loop',1.09755400933147984683e+03,2.97767579050807739814e+02,0.0599993664662168,1);
INSERT INTO "puzzle_strengths" VALUES(123456789012345678,'loop',1.50125700450028193699e+03,3.01147555850013645792e+02,6.00015994726252263613e-02,1);
CREATE TABLE puzzle_tries (
	user BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	puzzle VARCHAR(20) NOT NULL, 
	wrong INTEGER DEFAULT '0' NOT NULL, 
	solved_at BIGINT, 
	points INTEGER, 
	again_at BIGINT, 
	CONSTRAINT pk_puzzle_tries PRIMARY KEY (user, game, puzzle)
);
INSERT INTO "puzzle_tries" VALUES(202,'loop','d50848',1,NULL,NULL,1772712000000);
INSERT INTO "puzzle_tries" VALUES(201,'loop','d50848',0,1772452800000,NULL,NULL);
INSERT INTO "puzzle_tries" VALUES(200,'loop','4a9a30',1,NULL,NULL,1772712000000);
INSERT INTO "puzzle_tries" VALUES(123456789012345678,'loop','4a9a30',0,1772726400000,NULL,NULL);
CREATE TABLE rating_changes (
	"match" INTEGER NOT NULL, 
	seat SMALLINT NOT NULL, 
	scope BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	at BIGINT NOT NULL, 
	score FLOAT NOT NULL, 
	rating_before FLOAT NOT NULL, 
	deviation_before FLOAT NOT NULL, 
	volatility_before FLOAT NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	CONSTRAINT pk_rating_changes PRIMARY KEY ("match", seat), 
	CONSTRAINT fk_rating_changes_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "rating_changes" VALUES(22,0,900,'loop',123456789012345678,'Zyxwvut Qqname',1773525600000,1.0,1500.0,350.0,0.06,1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02);
INSERT INTO "rating_changes" VALUES(22,1,900,'loop',200,'other0',1773525600000,0.0,1500.0,350.0,0.06,1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02);
CREATE TABLE ratings (
	scope BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	rating FLOAT NOT NULL, 
	deviation FLOAT NOT NULL, 
	volatility FLOAT NOT NULL, 
	at BIGINT NOT NULL, 
	wins INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	settled_until BIGINT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (scope, game, user)
);
INSERT INTO "ratings" VALUES(900,'loop',123456789012345678,'Zyxwvut Qqname',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1773525600000,1,0,0,1371953218722);
INSERT INTO "ratings" VALUES(900,'loop',200,'other0',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1773525600000,0,1,0,1371953218722);
CREATE TABLE scopes (
	id BIGINT NOT NULL, 
	guild BOOLEAN NOT NULL, 
	numbers INTEGER DEFAULT '0' NOT NULL, 
	settings JSON NOT NULL, 
	removed_at BIGINT, 
	puzzle_at BIGINT, 
	CONSTRAINT pk_scopes PRIMARY KEY (id)
);
INSERT INTO "scopes" VALUES(900,1,38,'{}',NULL,NULL);
INSERT INTO "scopes" VALUES(800,1,12,'{}',NULL,NULL);
INSERT INTO "scopes" VALUES(555000111222333444,0,7,'{}',NULL,NULL);
CREATE TABLE server_log (
	id INTEGER NOT NULL, 
	scope BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	manager BIGINT NOT NULL, 
	action VARCHAR(20) NOT NULL, 
	"match" INTEGER, 
	user BIGINT, 
	game VARCHAR(40), 
	CONSTRAINT pk_server_log PRIMARY KEY (id)
);
INSERT INTO "server_log" VALUES(1,900,1773594000000,200,'reset',NULL,4245,NULL);
CREATE TABLE shut_outs (
	user BIGINT NOT NULL, 
	server BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_shut_outs PRIMARY KEY (user, server)
);
INSERT INTO "shut_outs" VALUES(4244,0,1773594000000);
CREATE TABLE tournaments (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	scope BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	channel BIGINT NOT NULL, 
	title VARCHAR(100) NOT NULL, 
	organiser BIGINT NOT NULL, 
	organiser_name VARCHAR(100) NOT NULL, 
	creator BIGINT, 
	kind VARCHAR(12) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	clock VARCHAR(60) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	terms JSON NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	round INTEGER DEFAULT '0' NOT NULL, 
	rounds INTEGER DEFAULT '0' NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	starts_at BIGINT, 
	ends_at BIGINT, 
	warned_at BIGINT, 
	wake_at BIGINT, 
	finished_at BIGINT, 
	post_channel BIGINT, 
	post BIGINT, 
	CONSTRAINT uq_tournaments_scope_number UNIQUE (scope, number), 
	CONSTRAINT fk_tournaments_scope FOREIGN KEY(scope) REFERENCES scopes (id) ON DELETE CASCADE
);
INSERT INTO "tournaments" VALUES(1,800,1,801,'a cup',203,'other3',203,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',3,3,16,1772726400000,NULL,NULL,1773615600000,NULL,NULL,NULL);
INSERT INTO "tournaments" VALUES(2,900,1,901,'a cup',203,'other3',203,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',2,3,13,1772726400000,NULL,NULL,1773615600000,NULL,NULL,NULL);
INSERT INTO "tournaments" VALUES(3,900,2,901,'Titlemarker Snark',123456789012345678,'Zyxwvut Qqname',123456789012345678,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',2,3,12,1772859600000,NULL,NULL,1773615600000,NULL,NULL,NULL);
INSERT INTO "tournaments" VALUES(4,900,3,901,'a cup',202,'other2',202,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',2,3,12,1772859600000,NULL,NULL,1773615600000,NULL,NULL,NULL);
INSERT INTO "tournaments" VALUES(5,900,4,901,'Titlemarker Snark',123456789012345678,'Zyxwvut Qqname',123456789012345678,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',2,3,13,1773115200000,NULL,NULL,1773615600000,NULL,NULL,NULL);
INSERT INTO "tournaments" VALUES(6,900,5,901,'Titlemarker Snark',123456789012345678,'Zyxwvut Qqname',123456789012345678,'round-robin','loop','{"board": "main", "full_board": "draw"}','3d',1,'{"players": 4, "rounds": 0, "cycles": 1, "checkin": 0, "days": 0, "late": "forfeit", "together": false, "seeding": "rating"}','running',2,3,12,1773115200000,NULL,NULL,1773615600000,NULL,NULL,NULL);
CREATE INDEX ix_bans_user ON bans (user);
CREATE INDEX ix_blocks_other ON blocks (other);
CREATE INDEX ix_deletions_at ON deletions (at);
CREATE INDEX ix_members_daily_at ON members (daily_at);
CREATE INDEX ix_outbox_match ON outbox ("match");
CREATE INDEX ix_outbox_next_try ON outbox (next_try);
CREATE INDEX ix_outbox_scope ON outbox (scope);
CREATE INDEX ix_posts_scope ON posts (scope);
CREATE INDEX ix_posts_match ON posts ("match");
CREATE INDEX ix_posts_challenge ON posts (challenge);
CREATE INDEX ix_posts_tournament ON posts (tournament);
CREATE INDEX ix_pending_answers_user ON pending_answers (user);
CREATE INDEX ix_pending_answers_held_until ON pending_answers (held_until);
CREATE INDEX ix_ratings_board ON ratings (scope, game, rating, settled_until);
CREATE INDEX ix_ratings_user ON ratings (user);
CREATE INDEX ix_scopes_puzzle_at ON scopes (puzzle_at);
CREATE INDEX ix_scopes_removed_at ON scopes (removed_at);
CREATE INDEX ix_server_log_scope ON server_log (scope);
CREATE INDEX ix_challenges_rematch_of ON challenges (rematch_of);
CREATE INDEX ix_challenges_scope ON challenges (scope);
CREATE INDEX ix_challenges_open_until ON challenges (open_until) WHERE open_until IS NOT NULL;
CREATE INDEX ix_challenges_target ON challenges (target);
CREATE INDEX ix_challenges_maker ON challenges (maker, created_at);
CREATE INDEX ix_matches_imported ON matches (imported) WHERE imported IS NOT NULL;
CREATE INDEX ix_matches_due ON matches (due_at) WHERE finished_at IS NULL;
CREATE INDEX ix_matches_rated ON matches (game, finished_at, id) WHERE rated IS 1 AND finished_at IS NOT NULL;
CREATE INDEX ix_matches_running_seat0 ON matches (seat0) WHERE finished_at IS NULL;
CREATE INDEX ix_matches_wake ON matches (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX ix_matches_computer ON matches (mover) WHERE mover = 0;
CREATE INDEX ix_matches_history_seat1 ON matches (seat1, finished_at);
CREATE INDEX ix_matches_offered ON matches (draw_offer) WHERE draw_offer IS NOT NULL;
CREATE INDEX ix_matches_running_scope ON matches (scope, moved_at) WHERE finished_at IS NULL;
CREATE INDEX ix_matches_scope_finished ON matches (scope, finished_at);
CREATE INDEX ix_matches_running_seat1 ON matches (seat1) WHERE finished_at IS NULL;
CREATE INDEX ix_matches_quiet_wake ON matches (quiet_wake_at) WHERE quiet_wake_at IS NOT NULL;
CREATE INDEX ix_matches_history_seat0 ON matches (seat0, finished_at);
CREATE INDEX ix_tournaments_wake ON tournaments (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX ix_entrants_user ON entrants (user);
CREATE INDEX ix_entrants_offered_to ON entrants (offered_to) WHERE offered_to IS NOT NULL;
CREATE INDEX ix_explorations_user ON explorations (user);
CREATE INDEX ix_followers_user ON followers (user);
CREATE INDEX ix_loops_scope ON loops (scope, at);
CREATE INDEX ix_rating_changes_course ON rating_changes (user, scope, game, at);
CREATE INDEX ix_rating_changes_scope ON rating_changes (scope, game, at);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('challenges',24);
INSERT INTO "sqlite_sequence" VALUES('outbox',327);
INSERT INTO "sqlite_sequence" VALUES('matches',57);
INSERT INTO "sqlite_sequence" VALUES('posts',1);
INSERT INTO "sqlite_sequence" VALUES('pending_answers',5);
INSERT INTO "sqlite_sequence" VALUES('tournaments',6);
INSERT INTO "sqlite_sequence" VALUES('pairings',26);
CREATE TABLE offers (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	scope BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	maker BIGINT NOT NULL, 
	maker_name VARCHAR(100) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	options JSON NOT NULL, 
	side VARCHAR(6) NOT NULL, 
	clock VARCHAR(60) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	across BOOLEAN NOT NULL, 
	team BOOLEAN NOT NULL, 
	at_once INTEGER NOT NULL, 
	near INTEGER NOT NULL, 
	least INTEGER NOT NULL, 
	again INTEGER NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT fk_offers_scope FOREIGN KEY(scope) REFERENCES scopes (id)
);
INSERT INTO "offers" VALUES(1,900,901,200,'other0','loop','{"board": "main", "full_board": "draw"}','random','3d',0,1,0,2,200,10,14,1772640000000);
INSERT INTO "offers" VALUES(2,900,901,123456789012345678,'Zyxwvut Qqname','loop','{"board": "main", "full_board": "draw"}','first','3d',1,0,0,1,0,0,0,1772640000000);
CREATE INDEX ix_offers_across ON offers (across);
CREATE INDEX ix_offers_maker ON offers (maker);
CREATE INDEX ix_offers_scope ON offers (scope);
CREATE TABLE offer_matches (
	"match" INTEGER NOT NULL, 
	offer INTEGER NOT NULL, 
	taker BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_offer_matches PRIMARY KEY ("match"), 
	CONSTRAINT fk_offer_matches_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE, 
	CONSTRAINT fk_offer_matches_offer FOREIGN KEY(offer) REFERENCES offers (id) ON DELETE CASCADE
);
INSERT INTO "offer_matches" VALUES(4,1,123456789012345678,1772640000000);
CREATE INDEX ix_offer_matches_offer ON offer_matches (offer);
CREATE INDEX ix_offer_matches_taker ON offer_matches (taker);
CREATE TABLE leagues (
	scope BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	season INTEGER NOT NULL, 
	told INTEGER NOT NULL, 
	starts_at BIGINT, 
	CONSTRAINT pk_leagues PRIMARY KEY (scope), 
	CONSTRAINT fk_leagues_scope FOREIGN KEY(scope) REFERENCES scopes (id) ON DELETE CASCADE
);
INSERT INTO "leagues" VALUES(800,801,1,0,1774069200000);
CREATE TABLE league_members (
	scope BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	at_once INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	joined_at BIGINT NOT NULL, 
	CONSTRAINT pk_league_members PRIMARY KEY (scope, game, user)
);
INSERT INTO "league_members" VALUES(800,'loop',200,'other0',2,0,1772640000000);
INSERT INTO "league_members" VALUES(800,'loop',123456789012345678,'Zyxwvut Qqname',3,4,1772640000000);
CREATE INDEX ix_league_members_user ON league_members (user);
CREATE TABLE league_divisions (
	tournament INTEGER NOT NULL, 
	scope BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	season INTEGER NOT NULL, 
	division INTEGER NOT NULL, 
	CONSTRAINT pk_league_divisions PRIMARY KEY (tournament), 
	CONSTRAINT fk_league_divisions_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE
);
INSERT INTO "league_divisions" VALUES(1,800,'loop',1,1);
CREATE INDEX ix_league_divisions_scope ON league_divisions (scope);
CREATE TABLE teams (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"match" INTEGER, 
	seat SMALLINT NOT NULL, 
	role BIGINT, 
	captain BIGINT, 
	veto BOOLEAN NOT NULL, 
	CONSTRAINT fk_teams_match FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "teams" VALUES(1,4,0,900,123456789012345678,1);
CREATE INDEX ix_teams_captain ON teams (captain);
CREATE INDEX ix_teams_match ON teams ("match");
CREATE TABLE team_members (
	team INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	heard_at BIGINT, 
	CONSTRAINT pk_team_members PRIMARY KEY (team, user), 
	CONSTRAINT fk_team_members_team FOREIGN KEY(team) REFERENCES teams (id) ON DELETE CASCADE
);
INSERT INTO "team_members" VALUES(1,123456789012345678,1772640000000);
INSERT INTO "team_members" VALUES(1,200,NULL);
CREATE INDEX ix_team_members_user ON team_members (user);
CREATE TABLE team_lines (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	team INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	turn INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	vetoed BOOLEAN DEFAULT 0 NOT NULL, 
	played INTEGER, 
	CONSTRAINT fk_team_lines_team FOREIGN KEY(team) REFERENCES teams (id) ON DELETE CASCADE
);
INSERT INTO "team_lines" VALUES(1,1,2,'1a1',1,123456789012345678,'Zyxwvut Qqname',0,2);
CREATE INDEX ix_team_lines_team ON team_lines (team);
CREATE INDEX ix_team_lines_user ON team_lines (user);
CREATE TABLE team_votes (
	line INTEGER NOT NULL, 
	user BIGINT NOT NULL, 
	chosen BOOLEAN NOT NULL, 
	CONSTRAINT pk_team_votes PRIMARY KEY (line, user), 
	CONSTRAINT fk_team_votes_line FOREIGN KEY(line) REFERENCES team_lines (id) ON DELETE CASCADE
);
INSERT INTO "team_votes" VALUES(1,123456789012345678,1);
CREATE INDEX ix_team_votes_user ON team_votes (user);
ALTER TABLE matches ADD COLUMN home0 BIGINT;
ALTER TABLE matches ADD COLUMN home1 BIGINT;
ALTER TABLE matches ADD COLUMN room0 BIGINT;
ALTER TABLE matches ADD COLUMN room1 BIGINT;
ALTER TABLE matches ADD COLUMN arranged BOOLEAN DEFAULT 0 NOT NULL;
CREATE INDEX ix_matches_across_seat0 ON matches (seat0) WHERE home0 IS NOT NULL;
CREATE INDEX ix_matches_across_seat1 ON matches (seat1) WHERE home0 IS NOT NULL;
CREATE TABLE seekers (
	user BIGINT NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	scope BIGINT NOT NULL, 
	channel BIGINT NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	clock VARCHAR(60) NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_seekers PRIMARY KEY (user, game), 
	CONSTRAINT fk_seekers_scope FOREIGN KEY(scope) REFERENCES scopes (id)
);
CREATE INDEX ix_seekers_scope ON seekers (scope);
INSERT INTO "seekers" VALUES(200,'loop',900,901,'other0','3d',1772640000000);
COMMIT;
