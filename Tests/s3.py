"""An S3 server for tests: PyPI's moto, which checks the signature of each request.

Writes its address, the name of a key and the key into FILE, and serves until it is killed.

usage: s3.py FILE
"""

import json
import os
import sys

# The three requests that make a user, a policy and a key; all others are checked.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"

import boto3
from moto.server import ThreadedMotoServer


def main():
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    iam = boto3.client("iam", endpoint_url=url, region_name="us-east-1",
                       aws_access_key_id="none", aws_secret_access_key="none")
    iam.create_user(UserName="upford")
    policy = {"Version": "2012-10-17",
              "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
    iam.put_user_policy(UserName="upford", PolicyName="files", PolicyDocument=json.dumps(policy))
    key = iam.create_access_key(UserName="upford")["AccessKey"]
    with open(sys.argv[1] + ".draft", "w", encoding="utf-8") as file:
        file.write(f"{url} {key['AccessKeyId']} {key['SecretAccessKey']}\n")
    os.rename(sys.argv[1] + ".draft", sys.argv[1])
    server._thread.join()


if __name__ == "__main__":
    main()
