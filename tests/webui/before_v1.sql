BEGIN TRANSACTION;
CREATE TABLE answers (
	match_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	deal INTEGER NOT NULL, 
	question TEXT NOT NULL, 
	stands BOOLEAN NOT NULL, 
	PRIMARY KEY (match_id, number)
);
INSERT INTO "answers" VALUES('20261123-011613-422034',1,0,'call:0:H3-DEKI-06',1);
INSERT INTO "answers" VALUES('20261123-011613-422034',2,0,'call:0:H3-DEKI-06',0);
INSERT INTO "answers" VALUES('20261123-011613-422034',3,1,'fed:0:H3-DEKI-05=seat1',1);
INSERT INTO "answers" VALUES('20261123-011613-422034',4,1,'call:0:H3-DEKI-05',1);
INSERT INTO "answers" VALUES('20261123-011613-422034',5,1,'hidden:1:t=12h',1);
INSERT INTO "answers" VALUES('20261123-011613-422034',6,1,'dive:2:6=late',1);
INSERT INTO "answers" VALUES('20261123-011613-422034',7,1,'dive:2:6=late',0);
INSERT INTO "answers" VALUES('20261123-011613-422034',8,1,'dive:2:6=late',1);
CREATE TABLE events (
	match_id VARCHAR(40) NOT NULL, 
	seq INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (match_id, seq)
);
INSERT INTO "events" VALUES('20261123-011613-422034',1,1795396573643,'{"type":"match_started.v1","ruleset":"sannin","players":["東","南","西"],"dealer":0,"options":{}}');
INSERT INTO "events" VALUES('20261123-011613-422034',2,1795396573783,'{"type":"deal_started.v1","dealer":0,"field":"1h 2a 3a 4a 5a 6a","hands":[],"mizuten":false,"blank":null}');
INSERT INTO "events" VALUES('20261123-011613-422034',3,1795396574995,'{"type":"deal_result.v1","captures":["6t 6b 9t 9a 10t 10b","",""],"happenings":[{"type":"sets_made","seat":0,"sets":[["H3-DEKI-06",7]],"call":"agari","fed":[]}]}');
INSERT INTO "events" VALUES('20261123-011613-422034',4,1795396575161,'{"type":"deal_started.v1","dealer":0,"field":"1h 2a 3a 7a 8a 9a","hands":[],"mizuten":false,"blank":null}');
INSERT INTO "events" VALUES('20261123-011613-422034',5,1795396575990,'{"type":"teyaku_shown.v1","seat":2,"parts":["H3-TEYAKU-01"],"exposed":"6n 6t 6a"}');
COMMIT;
